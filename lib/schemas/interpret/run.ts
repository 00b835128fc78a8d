import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import type { Effort } from '../effort'
import type { Pattern } from '../patterns'
import { sentenceOf } from '../sentence-of'

/** What stays the same while one answer is judged. */
export type Run = {
  readonly effort: Effort
  readonly assertsFormat: boolean
  /** 2019-09 does not count what `contains` has seen as evaluated, 2020-12 does. */
  readonly containsCounts: boolean
  /** Some schema asks for what is left over, so what was seen is noted; else that would be work for nothing. */
  readonly tracks: boolean
  resolve(reference: string): Json
  pattern(source: string): Pattern
}

/** Asks a schema about a value; `evaluate.ts` is it. The keywords get it handed in, for they are what it is made of. */
export type Evaluate = (
  run: Run,
  schema: Json,
  value: Json,
  at: readonly (string | number)[],
  sink: Fault[] | null,
) => Seen | null

/** What of a value some schema has evaluated: for `unevaluatedProperties` and `unevaluatedItems`. */
export type Seen = { readonly names: Set<string>; readonly items: Set<number> }

/** One schema asked about one value. A place where faults are collected is missing where only yes or no is wanted. */
export type Here = {
  readonly run: Run
  readonly schema: { readonly [keyword: string]: Json }
  readonly value: Json
  readonly at: readonly (string | number)[]
  readonly sink: Fault[] | null
  readonly seen: Seen
  ok: boolean
}

/** No more faults are collected; enough to sort before the first twenty are told. */
export const MOST_FAULTS = 1_000

/** Notes that a keyword is not met. */
export function fail(here: Here, keyword: string, params: { readonly [name: string]: unknown }): void {
  // where nobody collects, saying it would be work for nothing
  if (here.sink === null) here.ok = false
  else note(here, { at: here.at, message: sentenceOf(keyword, params) })
}

export function note(here: Here, fault: Fault): void {
  here.ok = false
  if (here.sink !== null && here.sink.length < MOST_FAULTS) here.sink.push(fault)
}

/** Whether going on can change anything: the answer is no, and nobody collects why. */
export function isSettled(here: Here): boolean {
  return !here.ok && (here.sink === null || here.sink.length >= MOST_FAULTS)
}

/** What nobody keeps: the same for all where nothing is tracked. */
export const UNTRACKED: Seen = { names: new Set(), items: new Set() }

/** Notes what another schema has seen of the same value. */
export function add(seen: Seen, more: Seen): void {
  if (seen === UNTRACKED) return
  for (const name of more.names) seen.names.add(name)
  for (const item of more.items) seen.items.add(item)
}
