import { RE2JS } from 're2js'
import { translatePattern } from './translate-pattern'

/** A regular expression that takes time in proportion to the text, whatever its author had in mind. */
export type Pattern = { test(text: string): boolean; readonly size: number }

/** Longer ones, or ones that unfold to more than `MOST_STEPS` instructions, are refused where they are written. */
const MOST_CHARACTERS = 1_000
const MOST_STEPS = 2_100

/**
 * Compiles the pattern of a schema (ECMA 262, `u`) for RE2's matcher, which never backtracks. Returns why not as a text:
 * look-around and back references cannot be matched in linear time, and what other languages write means something else.
 */
export function compilePattern(source: string): Pattern | string {
  if (source.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`
  const translated = translatePattern(source)
  if (!translated.ok) return translated.why
  try {
    const compiled = RE2JS.compile(translated.text)
    const size = compiled.programSize()
    return size > MOST_STEPS ? 'unfolds to too much' : { test: (text) => compiled.test(text), size }
  } catch (error) {
    return `is no regular expression that can be matched in linear time (${error instanceof Error ? error.message : error})`
  }
}
