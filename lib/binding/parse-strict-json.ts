import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import type { Json } from './json'
import { type JsonFault, MAX_JSON_DEPTH } from './json-faults'
import { JsonScanner, Unreadable } from './json-scanner'

export { MAX_JSON_DEPTH }

/** Bytes of UTF-8. */
export const MAX_JSON_BYTES = 256 * 1024

/** `malformed_json`, `too_large` and `too_deep` end the reading; the others are gathered, all in one refusal. */
export type JsonRefusalCode = 'malformed_json' | 'too_large' | JsonFault['code']

/**
 * Reads JSON text strictly (RFC 8259 as narrowed by I-JSON, RFC 7493): what it accepts, every reader takes the same way.
 *
 * '' is null; white space alone is not JSON. Refuses broken syntax (the first fault, with line and column), more than
 * 256 KiB of UTF-8, depth beyond 64, and, all together up to 20: a name twice in one object, however spelt; whole
 * numbers beyond ±(2^53−1) in any spelling, numbers outside the double range, numbers that underflow to zero; half a
 * surrogate pair in a name or a string. The refusal's code is that of the first place in `at`.
 *
 * Linear in the text, recursion bounded by the depth. Objects are plain; a member named `__proto__` is one of their own.
 */
export function parseStrictJson(text: string): Result<Json, Refusal<JsonRefusalCode>> {
  if (text === '') return yes(null)
  if (isTooLarge(text)) return refuse('too_large', [{ path: '$', message: `more than ${MAX_JSON_BYTES} bytes` }])
  const scanner = new JsonScanner(text)
  try {
    const value = scanner.document()
    const first = scanner.faults[0]
    if (first === undefined) return yes(value)
    return refuse(
      first.code,
      scanner.faults.map(({ path, message }) => ({ path, message })),
    )
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return refuse(error.code, [{ path: error.path, message: error.message }])
  }
}

/** A UTF-16 code unit becomes one to three bytes, so most texts need no counting. */
function isTooLarge(text: string): boolean {
  if (text.length * 3 <= MAX_JSON_BYTES) return false
  if (text.length > MAX_JSON_BYTES) return true
  return new TextEncoder().encode(text).length > MAX_JSON_BYTES
}
