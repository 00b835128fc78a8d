import fc from 'fast-check'

/** What shows nothing, turns the text around it, or controls a terminal; written here once more, for tests. */
export const HIDDEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

const SEQUENCES = [
  '\u001b[2J',
  '\u001b]8;;https://evil.example\u0007',
  '\u009b31m',
  '\u0090q',
  '\r',
  '\n',
  '\r\n',
  '\b\b\b',
  '\u007f',
  '\u0085',
  '\u000b',
]
const HIDING = ['\u202e', '\u2066', '\u200b', '\u034f', '\u115f', '\u{e0041}', '\ufe0f', '\u2028', 'a', ' ']
const MARKS = ['\u0301', '\u0301\u0302\u0303\u0304\u0305', '\u0301'.repeat(6)]

/**
 * Any text at all: whole characters, halves of pairs, terminal sequences and much of what hides; and `more`, what else the
 * place under test could be taken in by.
 */
export function anyText(...more: string[]): fc.Arbitrary<string> {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom(...SEQUENCES),
    fc.constantFrom(...HIDING),
    fc.constantFrom(...MARKS, ...more),
  )
  return fc.array(part).map((parts) => parts.join(''))
}
