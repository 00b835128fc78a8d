/**
 * Which call is it, exactly?
 *
 * Guarantees: JSON text that two readers could take differently is refused; equal calls have equal canonical bytes and
 * one fingerprint, different calls have different ones; of a token only its hash needs keeping. Knows nothing of what a
 * tool does, of who may decide, of time, or of where randomness comes from.
 */
export { canonicalize } from './canonicalize'
export { type Digest, digest } from './digest'
export { type Binding, type BindingRefusalCode, type Fingerprint, fingerprint } from './fingerprint'
export type { Json } from './json'
export { type JsonRefusalCode, MAX_JSON_BYTES, MAX_JSON_DEPTH, parseStrictJson } from './parse-strict-json'
export { pathOf } from './path'
export { newToken, TOKEN_RANDOM_BYTES, tokenHash } from './token'
