/**
 * How does a function here say no?
 *
 * An expected «no» is a value: a `Refusal` with a stable code. A bug throws.
 * This room knows nothing of the others.
 */
export { assertNever, invariant } from './invariant'
export { type Refusal, type Result, refuse, yes } from './result'
