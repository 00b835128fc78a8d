/**
 * Shortens a text to at most `limit` code points, and counts the code points left out: a cut text must say how much is
 * hidden (design §3.14). Never splits a surrogate pair.
 */
export function cut(text: string, limit: number): { shown: string; hidden: number } {
  if (text.length <= limit) return { shown: text, hidden: 0 }
  let end = 0
  for (let count = 0; count < limit && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return { shown: text.slice(0, end), hidden: codePointsIn(text.slice(end)) }
}

/** The length of a text in code points; half of a surrogate pair counts as one. */
export function codePointsIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
