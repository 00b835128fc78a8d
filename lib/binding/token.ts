import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { invariant } from '@/lib/result'

/** 192 bits: not to be guessed. */
export const TOKEN_RANDOM_BYTES = 24

/**
 * Writes the text of a new token (`cnf`, held by a person's page) or grant (`grt`, held by a client): prefix, `_`, and
 * 24 random bytes in lower-case hex, 52 characters. `random` must come from a cryptographic source; another length is
 * a bug and throws. The text is handed out once and never stored: see `tokenHash`.
 */
export function newToken(prefix: 'cnf' | 'grt', random: Uint8Array): string {
  invariant(random.length === TOKEN_RANDOM_BYTES, `a token is made of ${TOKEN_RANDOM_BYTES} random bytes`)
  return `${prefix}_${bytesToHex(random)}`
}

/** Hashes a token for keeping and looking up: SHA-256 of its UTF-8 text, lower-case hex. Any text has a hash. */
export function tokenHash(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(token)))
}
