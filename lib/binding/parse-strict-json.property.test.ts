import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalize, parseStrictJson } from './index'

/** JSON as others write it: spaced, with escapes, with every number a double can be. */
const texts = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc.jsonValue().map((value) => JSON.stringify(value, null, '\t')),
  fc.jsonValue().map((value) => JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped)),
)
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Text near JSON: a good one with a piece cut out, doubled or replaced. */
const broken = fc
  .tuple(
    texts,
    fc.nat(),
    fc.nat(6),
    fc.constantFrom('', '"', '\\', ',', '}', ']', '0', 'e', '-', ' ', '\u0000', '\ud800', '{"a":1,"a":2}'),
  )
  .map(([text, at, length, piece]) => {
    const from = at % (text.length + 1)
    return text.slice(0, from) + piece + text.slice(from + length)
  })

it('agrees with JSON.parse on everything it accepts', () => {
  fc.assert(
    fc.property(fc.oneof(texts, broken), (text) => {
      const result = parseStrictJson(text)
      if (result.ok && text !== '') expect(result.value).toStrictEqual(JSON.parse(text))
    }),
    { numRuns: 2_000 },
  )
})

it('calls malformed exactly what JSON.parse cannot read', () => {
  fc.assert(
    fc.property(broken, (text) => {
      fc.pre(text !== '')
      const result = parseStrictJson(text)
      const readable = isReadable(text)
      expect(!result.ok && result.error.code === 'malformed_json').toBe(!readable)
    }),
    { numRuns: 2_000 },
  )
})

it('reads its own canonical text back to the same value', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseStrictJson(text)
      fc.pre(read.ok)
      const canonical = canonicalize(read.value)
      const again = parseStrictJson(canonical)
      expect(again.ok && canonicalize(again.value)).toBe(canonical)
    }),
  )
})

function isReadable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
    return false
  }
}
