import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * One event as it is stored: `n` counts from 1 within its request, `body` is the very text that was hashed, `head` the
 * hash of the event before (of the first: no bytes), `hash` its own.
 */
export type EventRow = { n: number; body: string; head: Uint8Array; hash: Uint8Array }

/** What the first event of a chain builds on. */
export const GENESIS_HEAD: Uint8Array = new Uint8Array(0)

/**
 * Hashes an event: SHA-256 of head ‖ body as UTF-8, 32 bytes; the formula of the SQL function that decides (design §2).
 *
 * Where the body begins follows from the place: only the first event has an empty head, every other has 32 bytes. The
 * body is text as stored, never parsed and written again, or its hash would depend on who writes JSON how.
 */
export function eventHash(head: Uint8Array, body: string): Uint8Array {
  return sha256(concatBytes(head, utf8ToBytes(body)))
}
