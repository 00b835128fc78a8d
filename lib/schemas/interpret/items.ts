import { canonicalize, type Json } from '@/lib/binding'
import type { Effort } from '../effort'
import { type Evaluate, fail, type Here, isSettled } from './run'

/** How many entries a list has, and what each of them is. */
export function itemsOf(evaluate: Evaluate) {
  return (here: Here): void => {
    const { schema, value } = here
    if (!Array.isArray(value)) return
    if (typeof schema.minItems === 'number' && value.length < schema.minItems)
      fail(here, 'minItems', { limit: schema.minItems })
    if (typeof schema.maxItems === 'number' && value.length > schema.maxItems)
      fail(here, 'maxItems', { limit: schema.maxItems })
    if (schema.uniqueItems === true) unique(here, value)
    const places = Array.isArray(schema.items)
      ? schema.items
      : Array.isArray(schema.prefixItems)
        ? schema.prefixItems
        : []
    const others = Array.isArray(schema.items) ? schema.additionalItems : schema.items
    for (const [n, each] of value.entries()) {
      const asked = n < places.length ? places[n] : others
      if (asked === undefined) break
      demand(here, asked, each, n, evaluate)
      if (isSettled(here)) return
    }
    if (schema.contains !== undefined) containing(here, schema.contains, value)
  }

  function containing(here: Here, asked: Json, value: Json[]): void {
    const { minContains, maxContains } = here.schema
    const found = value.flatMap((each, n) =>
      evaluate(here.run, asked, each, [...here.at, n], null) === null ? [] : [n],
    )
    const least = typeof minContains === 'number' ? minContains : 1
    const most = typeof maxContains === 'number' ? maxContains : undefined
    if (found.length < least || (most !== undefined && found.length > most))
      fail(here, 'contains', { minContains: least, maxContains: most })
    if (here.run.tracks && here.run.containsCounts) for (const n of found) here.seen.items.add(n)
  }
}

/** What no other keyword has looked at. */
export function unevaluatedItems(evaluate: Evaluate) {
  return (here: Here): void => {
    const { schema, value, seen } = here
    const asked = schema.unevaluatedItems
    if (asked === undefined || !Array.isArray(value)) return
    for (const [n, each] of value.entries()) if (!seen.items.has(n)) demand(here, asked, each, n, evaluate)
  }
}

function demand(here: Here, schema: Json, each: Json, n: number, evaluate: Evaluate): void {
  const seen = evaluate(here.run, schema, each, [...here.at, n], here.sink)
  if (seen === null) here.ok = false
  if (here.run.tracks) here.seen.items.add(n)
}

/** By canonical text, so in one pass: comparing each with each would let a long list stop the process. */
function unique(here: Here, value: Json[]): void {
  const twice = firstTwice(value, here.run.effort)
  if (twice !== null) fail(here, 'uniqueItems', twice)
}

/** The first two equal entries of a list; null where all differ. */
export function firstTwice(value: readonly Json[], effort: Effort): { i: number; j: number } | null {
  const known = new Map<string, number>()
  for (const [i, each] of value.entries()) {
    const text = canonicalize(each)
    effort.write(text.length)
    const j = known.get(text)
    if (j !== undefined) return { i, j }
    known.set(text, i)
  }
  return null
}
