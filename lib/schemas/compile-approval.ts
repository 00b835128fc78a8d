import { canonicalize, type Json, pathOf } from '@/lib/binding'
import type { Compiled, Fault, Validators } from '@/lib/gate'
import { type Result, refuse, yes } from '@/lib/result'
import { compileWithAjv } from './compile-with-ajv'
import { draftOf } from './draft'
import { flatten } from './flatten'
import { hazardsOf } from './hazards'
import { fitter, interpreter, readingOf } from './interpret'
import { kept } from './kept'
import { faultsOfLanguage } from './meta-schemas'
import { compilePattern } from './patterns'
import { patternsIn } from './patterns-in'
import { resolver } from './resolver'
import { fitsLimits } from './schema-limits'
import { suitsAjv } from './suits-ajv'
import { unfitDefaults } from './unfit-defaults'
import { warningsOf } from './warnings-of'

/**
 * Compiles approval schemas of the five drafts, by strangers.
 *
 * A refusal names each place in the schema: not JSON Schema, a reference that leads outside, a pattern that no linear
 * matcher has, or more than can be judged in about 100 ms. The verdict is Ajv's, in an instance of the schema's own;
 * what does not fit is then listed by the interpreter, in the same words as the browser has them. Where Ajv's verdict is
 * known to be wrong, or nothing bounds its time, the interpreter gives both (`suitsAjv` says when and why).
 */
export const approvalValidators: Validators = {
  compile(schema) {
    const limit = fitsLimits(schema)
    if (limit !== null) return refused([{ at: [], message: limit }])
    return compiled.get(canonicalize(schema), () => compile(schema))
  },
}

/** By canonical text, so an `$id` used twice meets nobody; what goes takes its validator with it. */
const compiled = kept<Result<Compiled>>(200)

function compile(schema: Json): Result<Compiled> {
  const draft = draftOf(schema)
  if (draft === null)
    return refused([{ at: ['$schema'], message: 'is not one of drafts 4, 6, 7, 2019-09 and 2020-12' }])
  const language = faultsOfLanguage(schema, draft)
  if (language.length > 0) return refused(language)
  const { plain, faults } = flatten(schema, draft)
  if (faults.length > 0) return refused(faults)
  const hazards = hazardsOf(plain)
  if (hazards.isEndless) return refused([{ at: [], message: 'refers to itself without ever coming to a value' }])
  const patterns = patternsIn(plain, compilePattern)
  if (patterns.faults.length > 0) return refused(patterns.faults)
  const reading = readingOf(schema)
  const explain = interpreter(plain, reading, patterns.of)
  const decide = suitsAjv(plain, hazards) ? compileWithAjv(plain, draft, reading, patterns.of) : null
  const isFit = () => fitter(plain, reading, resolver(plain), patterns.of)
  return yes({
    plain,
    warnings: [...warningsOf(schema, draft), ...unfitDefaults(schema, plain, draft, isFit)].slice(0, 20).map(told),
    faults: (value) => (decide?.(value) ? [] : explained(explain(value), decide !== null)),
  })
}

/** What Ajv refuses stays refused, also where the interpreter has no words for it. */
function explained(faults: Fault[], isRefused: boolean): Fault[] {
  return faults.length === 0 && isRefused ? [{ at: [], message: 'does not fit its schema' }] : faults
}

function refused(faults: readonly Fault[]) {
  const places = new Map(faults.map(told).map((place) => [`${place.path} ${place.message}`, place]))
  return refuse('bad_schema', [...places.values()].slice(0, 20))
}

function told({ at, message }: Fault): { path: string; message: string } {
  return { path: pathOf(at), message }
}
