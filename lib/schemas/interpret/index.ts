import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import { assertsFormat, draftOf } from '../draft'
import { anEffort } from '../effort'
import { schemasIn } from '../hazards'
import type { Pattern } from '../patterns'
import { resolver } from '../resolver'
import { evaluate } from './evaluate'

/** What of a schema is asked before it is flattened: the draft, which the flattened one no longer says. */
export type Reading = { assertsFormat: boolean; containsCounts: boolean }

/** How a schema wants to be read. */
export function readingOf(schema: Json): Reading {
  return { assertsFormat: assertsFormat(schema), containsCounts: draftOf(schema) === 2020 }
}

/**
 * Judges by reading the schema rather than by compiling it: no `eval`, so in a browser too, and never endless.
 *
 * `plain` is a flattened schema. Returns everything that does not fit; throws `TooMuchToCheck` where that would take too
 * long. One failed `anyOf` or `oneOf` is one fault: what each of its branches says would contradict the others.
 */
export function interpreter(plain: Json, reading: Reading, pattern: (source: string) => Pattern) {
  const resolve = resolver(plain)
  const tracks = isTracking(plain)
  return (value: Json): Fault[] => {
    const faults: Fault[] = []
    const seen = evaluate({ ...reading, tracks, effort: anEffort(), resolve, pattern }, plain, value, [], faults)
    return seen === null && faults.length === 0 ? [{ at: [], message: 'does not fit' }] : faults
  }
}

type Means = [reading: Reading, resolve: (reference: string) => Json, pattern: (source: string) => Pattern]

/** Whether a part of a flattened schema fits a value. */
export function fits(part: Json, value: Json, ...means: Means): boolean {
  return evaluate(runOf(part, means), part, value, [], null) !== null
}

/**
 * Asks parts of one flattened schema about values, one after the other: whether each fits. All of them together may be
 * a tenth of the work for one answer, for they come on top of reading the schema; throws `TooMuchToCheck` after that.
 */
export function fitter(plain: Json, ...means: Means): (part: Json, value: Json) => boolean {
  const run = { ...runOf(plain, means), effort: anEffort(0.1) }
  return (part, value) => evaluate(run, part, value, [], null) !== null
}

/** Everything of a value that does not fit a part of a flattened schema. */
export function faultsIn(part: Json, value: Json, ...means: Means): Fault[] {
  const faults: Fault[] = []
  evaluate(runOf(part, means), part, value, [], faults)
  return faults
}

function runOf(part: Json, [reading, resolve, pattern]: Means) {
  return { ...reading, tracks: isTracking(part), effort: anEffort(), resolve, pattern }
}

function isTracking(plain: Json): boolean {
  return schemasIn(plain).some((each) => 'unevaluatedItems' in each || 'unevaluatedProperties' in each)
}
