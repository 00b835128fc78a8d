/** The node of a graph at which a run waits for a person, as its engine wrote it. */
export type GateNode = { kind: string; payload: { id: string; [member: string]: unknown } }

/**
 * Finds the gate that a parked run waits at: the node entered last, if it is a gate (seeds §1.6); else null.
 *
 * `log` holds externally tagged events, oldest first, such as `{ NodeEntered: { node } }`. What came after the entering
 * is not looked at: the caller has to know that the run is parked.
 */
export function parkedGate(log: readonly { [type: string]: unknown }[], nodes: readonly GateNode[]): GateNode | null {
  const entered = log.findLast((event) => Object.hasOwn(event, 'NodeEntered'))?.NodeEntered
  if (typeof entered !== 'object' || entered === null || !('node' in entered)) return null
  return nodes.find(({ kind, payload }) => kind === 'gate' && payload.id === entered.node) ?? null
}
