import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalize } from './canonicalize'
import type { Json } from './json'

/** A digest says how it was made, so that another rule can stand beside this one later. */
export type Digest = `jcs-sha256:${string}`

/** Hashes a value: `jcs-sha256:` and the SHA-256 of its canonical UTF-8 bytes in lower-case hex. Throws as `canonicalize`. */
export function digest(value: Json): Digest {
  return `jcs-sha256:${bytesToHex(sha256(utf8ToBytes(canonicalize(value))))}`
}
