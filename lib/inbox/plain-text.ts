import type { Refusal } from '@/lib/result'

/** The longest note with a verdict or an outcome, in code points. */
export const NOTE_LIMIT = 4_000

/**
 * Says what is wrong with a text that people or agents give: too long (in code points), half a surrogate pair, or the
 * one character that PostgreSQL cannot keep.
 */
export function textFaults(path: string, value: string | undefined, limit: number): Refusal['at'] {
  if (value === undefined) return []
  if (!value.isWellFormed()) return [{ path, message: 'holds half a surrogate pair' }]
  if (value.includes('\u0000')) return [{ path, message: 'holds U+0000' }]
  // a code point is at most two units, so most texts need no counting
  if (value.length > limit && [...value].length > limit)
    return [{ path, message: `is longer than ${limit} characters` }]
  return []
}

/** A text without white space around it; empty where nothing in it can be seen: that is no reason. */
export function trimmed(text: string | undefined): string {
  return text !== undefined && /[^\p{C}\p{Z}\s]/u.test(text) ? text.trim() : ''
}
