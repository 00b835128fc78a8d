import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cut } from './index'

it('shows what fits and counts what is hidden, in code points', () => {
  expect(cut('abc', 3)).toEqual({ shown: 'abc', hidden: 0 })
  expect(cut('abcd', 3)).toEqual({ shown: 'abc', hidden: 1 })
  expect(cut('😀😀😀', 2)).toEqual({ shown: '😀😀', hidden: 1 })
  expect(cut('a😀', 1)).toEqual({ shown: 'a', hidden: 1 })
  expect(cut('😀😀', 3)).toEqual({ shown: '😀😀', hidden: 0 })
  expect(cut('abc', 0)).toEqual({ shown: '', hidden: 3 })
})

it('never splits a surrogate pair, and shown and hidden add up to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, limit) => {
      const { shown, hidden } = cut(text, limit)
      expect([...shown]).toEqual([...text].slice(0, limit))
      expect([...shown].length + hidden).toBe([...text].length)
    }),
  )
})
