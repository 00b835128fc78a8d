import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { Json } from '@/lib/binding'

type Test = (text: never) => boolean
type Checks = { type: 'string' | 'number'; test: Test }

/** Some formats are quadratic in the text; nothing that they describe is longer. */
const MOST_CHARACTERS = 2_000

/** All formats that are asserted, each with the type of the values that it speaks of. */
export const FORMATS: ReadonlyMap<string, Checks> = new Map(
  Object.entries(fullFormats).map(([name, format]) => [name, checksOf(format)]),
)

/**
 * Says whether a value has a format, by the very table that `ajv-formats` gives to Ajv, so that browser and server
 * cannot differ. An unknown format, and one of another type than the value's, says nothing.
 */
export function hasFormat(name: string, value: Json): boolean {
  const format = FORMATS.get(name)
  if (format === undefined || typeof value !== format.type) return true
  return (typeof value !== 'string' || value.length <= MOST_CHARACTERS) && format.test(value as never)
}

/** How much there is to read for a format, at most: some are quadratic in the text. */
export function workOfFormat(text: string): number {
  const length = Math.min(text.length, MOST_CHARACTERS)
  return length * Math.max(1, length / 4)
}

/** Says whether a format is known, and so asserted. */
export function isFormat(name: string): boolean {
  return FORMATS.has(name)
}

function checksOf(format: unknown): Checks {
  if (format === true) return { type: 'string', test: () => true }
  if (typeof format === 'function') return { type: 'string', test: format as Test }
  if (format instanceof RegExp) return { type: 'string', test: (text: string) => format.test(text) }
  const { type, validate } = format as { type?: 'number'; validate: unknown } // what the table also holds
  return { ...checksOf(validate), type: type ?? 'string' }
}
