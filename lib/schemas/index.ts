/**
 * Does a value fit a JSON Schema, and where does it not?
 *
 * Guarantees: a schema is compiled once, in a validator of its own, without the network; one with a typo does not
 * compile; all places are named, in a stable order. Knows nothing of what the values are for.
 */
export { compileInputs } from './compile-inputs'
