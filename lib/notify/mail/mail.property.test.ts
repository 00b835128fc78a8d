import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText, HIDDEN } from '@/lib/confirmation/testing'
import { headerText, written } from './index'

const evil = anyText('\r\nBcc: x@evil.example\r\n', '<a href="https://evil.example">', '</p>', '&lt;', '<!--', '"')

const href = 'http://localhost:3000/requests/1'

it('both parts of a mail hide, turn and control nothing, whatever they tell, and hold no markup but their own', () => {
  const plain = written(
    { subject: '', heading: 'a', paragraphs: ['a'], button: { label: 'Look', href }, notes: ['a'] },
    'a@b',
  )
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)
  fc.assert(
    fc.property(evil, evil, evil, (heading, paragraph, note) => {
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
    fc.property(evil, (text) => {
      expect(HIDDEN.test(headerText(text))).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})
