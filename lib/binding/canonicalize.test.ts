import { describe, expect, it } from 'vitest'
import { canonicalize, type Json } from './index'

describe('canonical text (RFC 8785)', () => {
  it('sorts names by UTF-16 code unit, so that an emoji goes before U+FFFD', () => {
    expect(canonicalize({ 'a\ufffd': 1, 'a\u{1f600}': 2, b: 3, a: 4 })).toBe('{"a":4,"a😀":2,"a\ufffd":1,"b":3}')
  })

  it('keeps the order of lists', () => {
    expect(canonicalize([3, 1, [2, { b: 1, a: [] }]])).toBe('[3,1,[2,{"a":[],"b":1}]]')
  })

  it.each([
    [1.0, '1'],
    [-0, '0'],
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
  ])('writes %d as %s', (number, text) => {
    expect(canonicalize(number)).toBe(text)
  })

  it('escapes what must be escaped and nothing else', () => {
    expect(canonicalize('\u0000\b\t\n\f\r\u001f"\\/\u007f\u2028é😀')).toBe(
      '"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\u007f\u2028é😀"',
    )
  })

  it('writes a member named __proto__ like any other', () => {
    expect(canonicalize(JSON.parse('{"b":1,"__proto__":{"x":2}}'))).toBe('{"__proto__":{"x":2},"b":1}')
  })

  it.each([
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a name', { '\udc00': 1 }],
    ['NaN', Number.NaN],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['undefined', { a: undefined }],
    ['a hole in a list', Array(1)],
    ['a function', { a: () => 1 }],
    ['a bigint', 1n],
  ])('throws on %s: it has no canonical bytes', (_, value) => {
    expect(() => canonicalize(value as Json)).toThrow()
  })

  it('throws, with a sentence, on a depth that no reader of ours lets in', () => {
    let value: Json = 0
    for (let depth = 0; depth < 100_000; depth++) value = [value]
    expect(() => canonicalize(value)).toThrow('too deep')
  })
})
