import type { Json } from '@/lib/binding'
import { isObject } from '../keywords'
import { type Evaluate, fail, type Here, isSettled, note } from './run'
import { matches } from './values'

type Members = { [name: string]: Json }

/** Which members an object has, and what each of them is. Only its own count: every object inherits `constructor`. */
export function propertiesOf(evaluate: Evaluate) {
  return (here: Here): void => {
    const { schema, value } = here
    if (!isObject(value)) return
    const { effort } = here.run
    const names = Object.keys(value)
    effort.names(names.length)
    const { minProperties: least, maxProperties: most } = schema
    if (typeof least === 'number' && names.length < least) fail(here, 'minProperties', { limit: least })
    if (typeof most === 'number' && names.length > most) fail(here, 'maxProperties', { limit: most })
    needed(here, schema.required, value)
    for (const keyword of ['dependentRequired', 'dependencies']) {
      const held = schema[keyword]
      if (!isObject(held)) continue
      for (const name of names) if (Object.hasOwn(held, name)) needed(here, held[name], value)
    }
    if (schema.propertyNames !== undefined) namesFit(here, schema.propertyNames, names)
    members(here, value, names)
  }

  function namesFit(here: Here, asked: Json, names: string[]): void {
    for (const name of names)
      if (evaluate(here.run, asked, name, here.at, null) === null)
        note(here, { at: here.at, message: `${JSON.stringify(name)} is not a name that may stand here` })
  }

  function members(here: Here, value: Members, names: string[]): void {
    const { properties, patternProperties, additionalProperties } = here.schema
    const strangers: string[] = []
    const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : []
    for (const name of names) {
      here.run.effort.names(patterns.length)
      const asked: Json[] = []
      if (isObject(properties) && Object.hasOwn(properties, name)) asked.push(properties[name] ?? true)
      for (const [pattern, schema] of patterns) if (matches(here.run, pattern, name)) asked.push(schema)
      if (asked.length === 0 && additionalProperties !== undefined) {
        if (additionalProperties === false) strangers.push(name)
        else asked.push(additionalProperties)
      }
      for (const schema of asked) demand(here, schema, value, name, evaluate)
      if (isSettled(here)) return
    }
    notKnown(here, strangers)
  }
}

/** What no other keyword has looked at. */
export function unevaluatedProperties(evaluate: Evaluate) {
  return (here: Here): void => {
    const { schema, value, seen } = here
    const asked = schema.unevaluatedProperties
    if (asked === undefined || !isObject(value)) return
    const left = Object.keys(value).filter((name) => !seen.names.has(name))
    if (asked === false) notKnown(here, left)
    else for (const name of left) demand(here, asked, value, name, evaluate)
  }
}

function demand(here: Here, schema: Json, value: Members, name: string, evaluate: Evaluate): void {
  const seen = evaluate(here.run, schema, value[name] ?? null, [...here.at, name], here.sink)
  if (seen === null) here.ok = false
  if (here.run.tracks) here.seen.names.add(name)
}

/** One violation for all members too many, at their object: a hostile answer cannot make the list long. */
function notKnown(here: Here, names: string[]): void {
  if (names.length === 0) return
  const shown = names
    .slice(0, 5)
    .map((name) => JSON.stringify(name))
    .join(', ')
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  note(here, { at: here.at, message: `${shown}${more} ${names.length === 1 ? 'is' : 'are'} not known here` })
}

function needed(here: Here, names: Json | undefined, value: Members): void {
  if (!Array.isArray(names)) return
  here.run.effort.names(names.length)
  for (const name of names)
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      note(here, { at: here.at, message: `${JSON.stringify(name)} is missing`, missing: name })
}
