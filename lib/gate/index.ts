/**
 * Does this answer fit what the parked run asks for, and at which gate does it wait?
 *
 * Guarantees: an answer is accepted only where its schema compiled and says yes; all that does not fit is named, in a
 * stable order, at most twenty places; nothing is fetched. Knows nothing of people, requests or time, and of JSON Schema
 * only what the validators it is given say.
 */
export type { ApprovalSchema, Compiled, Fault, Validators } from './approval-schema'
export { type Gate, gate } from './gate'
export { impliesObject, notAnObject } from './implies-object'
export { type GateNode, parkedGate } from './parked-gate'
export { type ProposedGate, proposedGate } from './proposed-gate'
export { MOST_VIOLATIONS, type Violation, violationsIn } from './violations'
