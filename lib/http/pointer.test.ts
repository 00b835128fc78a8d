import { describe, expect, it } from 'vitest'
import { pathOf } from '@/lib/binding'
import { pointerOf, pointerTo } from './pointer'

describe('pointerOf', () => {
  it.each([
    [[]],
    [['a', 0, 'b']],
    [
      [
        '',
        '0',
        'a.b',
        'a"b',
        'a b',
        '~',
        '/',
        '~1',
        '\\',
        ']',
        '[0]',
        '\u0000',
        '\n',
        'é',
        '😀',
        '__proto__',
        '\ud800',
      ],
    ],
  ])('names the same place as the path of %j', (segments: (string | number)[]) => {
    expect(pointerOf(pathOf(segments))).toBe(pointerTo(segments))
  })

  it('escapes ~ and / (RFC 6901 §3)', () => {
    expect(pointerOf('$.a~b.c/d')).toBe('/a~0b/c~1d')
  })

  it('throws on what is no path', () => {
    for (const text of ['', 'a', '$a', '$..a', '$[x]', '$["a]']) expect(() => pointerOf(text)).toThrow('is not a path')
  })
})
