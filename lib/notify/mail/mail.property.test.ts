import fc from 'fast-check'
import { expect, it } from 'vitest'
import { headerText, written } from './index'

/** What shows nothing, turns the text around it, or controls a terminal; written here once more. */
const HIDDEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\u001b[2J',
        '\u009b31m',
        '\r\n',
        '\r\nBcc: x@evil.example\r\n',
        '\u0085',
        '\u2028',
        '\u000b',
        '\u007f',
      ),
      fc.constantFrom('\u202e', '\u2066', '\u200b', '\u034f', '\u115f', '\u{e0041}', '\ufe0f', 'a', ' '),
      fc.constantFrom('<a href="https://evil.example">', '</p>', '&lt;', '<!--', '"', '\u0301'.repeat(6)),
    ),
  )
  .map((parts) => parts.join(''))

const href = 'http://localhost:3000/requests/1'

it('both parts of a mail hide, turn and control nothing, whatever they tell, and hold no markup but their own', () => {
  const plain = written(
    { subject: '', heading: 'a', paragraphs: ['a'], button: { label: 'Look', href }, notes: ['a'] },
    'a@b',
  )
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)
  fc.assert(
    fc.property(anyText, anyText, anyText, (heading, paragraph, note) => {
      const { text, html } = written(
        { subject: '', heading, paragraphs: [paragraph], button: { label: 'Look', href }, notes: [note] },
        'a@b',
      )
      for (const part of [text, html]) expect(HIDDEN.test(part.replaceAll('\n', ''))).toBe(false)
      // no text starts a line of its own
      expect(text.split('\n').length).toBe(plain.text.split('\n').length)
      expect(tagsOf(html)).toEqual(tagsOf(plain.html))
    }),
    { numRuns: 200 },
  )
})

it('a header of a mail is one line that hides and turns nothing, whatever it tells', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(HIDDEN.test(headerText(text))).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})
