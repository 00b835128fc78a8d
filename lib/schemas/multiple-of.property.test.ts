import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMultipleOf } from './multiple-of'

/** A decimal as a person writes it: whole cents, or whatever the place is. */
const decimals = fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
const written = ([digits, places]: [number, number]) => Number(`${digits}e-${places}`)

it('every multiple that can be written down is one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 6 }),
      (times, digits, places) => {
        expect(isMultipleOf(Number(`${times * digits}e-${places}`), Number(`${digits}e-${places}`))).toBe(true)
      },
    ),
  )
})

it('what is none, by whole numbers, is none', () => {
  fc.assert(
    fc.property(
      decimals,
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 6 }),
      (value, digits, places) => {
        // both in millionths of millionths: exact, as whole numbers
        const [left, right] = [
          BigInt(value[0]) * 10n ** BigInt(12 - value[1]),
          BigInt(digits) * 10n ** BigInt(12 - places),
        ]
        expect(isMultipleOf(written(value), Number(`${digits}e-${places}`))).toBe(left % right === 0n)
      },
    ),
  )
})

it.each([
  [1e308, 0.123456789, false],
  [12391239123, 1e-8, true],
  [1e-300, 1e-301, true],
  [Number.POSITIVE_INFINITY, 1, false],
  [5, 0, false],
])('%d of %d: %s', (value, of, expected) => expect(isMultipleOf(value, of)).toBe(expected))
