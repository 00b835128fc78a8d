/**
 * What is asked for. A `write` asks whether a tool of the installation may run; the others are Countersign's own and go
 * the same way under their reserved names.
 */
export const KINDS = ['write', 'gate', 'command', 'plan'] as const
export type Kind = (typeof KINDS)[number]
/** The kinds without a tool of somebody's. */
export type OwnKind = Exclude<Kind, 'write'>
