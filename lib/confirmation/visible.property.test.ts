import fc from 'fast-check'
import { expect, it } from 'vitest'
import { visible, visibleText } from './index'

/** Any text at all: whole characters, halves of pairs, and much of what hides. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\u202e',
        '\u200b',
        '\n',
        '\u0301',
        '\u0301\u0302\u0303\u0304\u0305',
        '\u{e0041}',
        'a',
        ' ',
        '\u2028',
      ),
    ),
  )
  .map((parts) => parts.join(''))

const HIDDEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
const options = fc.record({ lines: fc.boolean() })

it('no run of text holds a hidden character, and the segments join back to the text', () => {
  fc.assert(
    fc.property(anyText, options, (text, { lines }) => {
      let back = ''
      for (const segment of visible(text, { lines })) {
        if (segment.kind === 'text') {
          expect(HIDDEN.test(lines ? segment.text.replaceAll('\n', '') : segment.text)).toBe(false)
          expect(segment.text).not.toMatch(/\p{M}{5}|^\p{M}/u)
          back += segment.text
        } else back += String.fromCodePoint(Number.parseInt(segment.code.slice(2), 16))
      }
      expect(back).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

it('text for mail, logs and terminals holds nothing that is hidden, so making it visible again changes nothing', () => {
  fc.assert(
    fc.property(anyText, options, (text, { lines }) => {
      const shown = visibleText(text, { lines })
      expect(visibleText(shown, { lines })).toBe(shown)
    }),
  )
})
