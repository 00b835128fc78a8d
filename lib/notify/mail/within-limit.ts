import { cut, visibleText } from '@/lib/confirmation'
import { escaped } from './html-page'

/** One text may take this many bytes, as it stands in the HTML part. */
const TEXT_BYTES = 4_000

/**
 * Texts as a mail shows them, in order, until `limit` bytes are full; `left` counts the rows that found no room. A text
 * that is long by itself is cut, and says how many characters are hidden.
 */
export function within<Row>(
  rows: readonly Row[],
  limit: number,
  textsOf: (row: Row) => string[],
): { kept: string[][]; left: number } {
  const kept: string[][] = []
  let bytes = 0
  for (const row of rows) {
    const texts = textsOf(row).map(fitting)
    bytes += texts.reduce((sum, text) => sum + bytesOf(text), 0)
    if (bytes > limit) break
    kept.push(texts)
  }
  return { kept, left: rows.length - kept.length }
}

/**
 * A text as a mail shows it: hidden characters named, cut where it is too long. Halved until it fits, since a hidden
 * character takes many bytes when it is named.
 */
export function fitting(text: string): string {
  for (let limit = 2_000; ; limit = Math.floor(limit / 2)) {
    const { shown, hidden } = cut(text, limit)
    const words = `${visibleText(shown)}${hidden === 0 ? '' : ` … ${hidden} more ${hidden === 1 ? 'character is' : 'characters are'} hidden.`}`
    if (bytesOf(words) <= TEXT_BYTES || limit < 20) return words
  }
}

function bytesOf(text: string): number {
  return Buffer.byteLength(escaped(text))
}
