/**
 * Does a value fit a JSON Schema, and where does it not?
 *
 * Guarantees: a schema is compiled once, in a validator of its own, without the network; one with a mistake does not
 * compile; all places are named, in a stable order; a schema by a stranger cannot stop the process, nor make it grow.
 * Knows nothing of what the values are for.
 */
import { gate } from '@/lib/gate'
import { approvalValidators } from './compile-approval'

/** `lib/gate` bound to this server's validators: drafts 4, 6, 7, 2019-09 and 2020-12. */
export const approvalGate = gate(approvalValidators)
export const { acceptSchema, approvalViolations, judge } = approvalGate

export { approvalValidators } from './compile-approval'
export { compileInputs } from './compile-inputs'
