import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import { schemasIn } from '../hazards'
import { faultsIn, fits, interpreter, readingOf } from '../interpret'
import type { Pattern } from '../patterns'
import { patternsIn, sourcesOf } from '../patterns-in'
import { resolver } from '../resolver'

export type CompilePattern = (source: string) => Pattern | string

/** A schema that can be asked in a browser. */
export type BrowserJudge = {
  /** Everything that does not fit; empty also where only a pattern could tell and patterns are not at hand yet. */
  faults(answer: Json): Fault[]
  /** Everything of a value that does not fit a part of the schema: what the form chosen among several says of it. */
  faultsIn(part: Json, value: Json): Fault[]
  /** Whether a part of the schema fits a value: what `if` says, and which form a value already has. */
  fits(schema: Json, value: Json): boolean
  /** What a reference of the schema leads to. */
  resolve(reference: string): Json
}

/**
 * Reads a flattened schema; `schema` is the one it was made from, for what its draft says of formats. Without `compile`
 * patterns are taken to match: nobody is stopped by a pattern that has not been loaded, and the server judges in any case.
 */
export function browserJudge(plain: Json, schema: Json, compile: CompilePattern | null): BrowserJudge {
  const reading = readingOf(schema)
  const resolve = resolver(plain)
  const pattern = compile === null ? anything : patternsIn(plain, compile).of
  const judge = interpreter(plain, reading, pattern)
  const isBlind = compile === null && schemasIn(plain).some(({ patternProperties }) => patternProperties !== undefined)
  return {
    faults: (answer) => (isBlind ? [] : judge(answer)),
    faultsIn: (part, value) => (isBlind ? [] : faultsIn(part, value, reading, resolve, pattern)),
    fits: (part, value) => fits(part, value, reading, resolve, pattern),
    resolve,
  }
}

/** Whether judging needs patterns at all. */
export function hasPatterns(plain: Json): boolean {
  return schemasIn(plain).some((schema) => sourcesOf(schema).length > 0)
}

function anything(): Pattern {
  return { test: () => true, size: 0 }
}
