import fc from 'fast-check'
import { expect, it } from 'vitest'
import { visible, visibleText } from './index'
import { anyText, HIDDEN } from './testing'

const evil = anyText()

const options = fc.record({ lines: fc.boolean() })

it('no run of text holds a hidden character, and the segments join back to the text', () => {
  fc.assert(
    fc.property(evil, options, (text, { lines }) => {
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
    fc.property(evil, options, (text, { lines }) => {
      const shown = visibleText(text, { lines })
      expect(visibleText(shown, { lines })).toBe(shown)
    }),
  )
})
