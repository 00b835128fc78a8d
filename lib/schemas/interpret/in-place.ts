import type { Json } from '@/lib/binding'
import { isObject } from '../keywords'
import { add, type Evaluate, fail, type Here, type Seen } from './run'

/** The keywords that ask other schemas about the same value. */
export function inPlace(evaluate: Evaluate) {
  return (here: Here): void => {
    const { schema } = here
    if (typeof schema.$ref === 'string') demand(here, here.run.resolve(schema.$ref))
    for (const each of listed(schema.allOf)) demand(here, each)
    if (schema.anyOf !== undefined) {
      const passing = listed(schema.anyOf)
        .map((each) => ask(here, each))
        .filter(isSeen)
      if (passing.length === 0) fail(here, 'anyOf', {})
      for (const seen of passing) add(here.seen, seen)
    }
    if (schema.oneOf !== undefined) {
      const [one, another] = listed(schema.oneOf)
        .map((each) => ask(here, each))
        .filter(isSeen)
      if (one === undefined || another !== undefined) fail(here, 'oneOf', {})
      else add(here.seen, one)
    }
    if (schema.not !== undefined && ask(here, schema.not) !== null) fail(here, 'not', {})
    if (schema.if !== undefined) condition(here, schema.if)
    if (isObject(here.value) && (schema.dependentSchemas ?? schema.dependencies) !== undefined)
      dependents(here, here.value)
  }

  /** Asks without collecting why not. */
  function ask({ run, value, at }: Here, schema: Json): Seen | null {
    return evaluate(run, schema, value, at, null)
  }

  /** The value must fit this one as well; what is wrong is told. */
  function demand(here: Here, schema: Json): void {
    const seen = evaluate(here.run, schema, here.value, here.at, here.sink)
    if (seen === null) here.ok = false
    else add(here.seen, seen)
  }

  function condition(here: Here, schema: Json): void {
    const seen = ask(here, schema)
    if (seen !== null) add(here.seen, seen)
    const then = seen === null ? here.schema.else : here.schema.then
    if (then !== undefined) demand(here, then)
  }

  function dependents(here: Here, value: { [name: string]: Json }): void {
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      const held = here.schema[keyword]
      if (!isObject(held)) continue
      for (const [name, schema] of Object.entries(held))
        if (!Array.isArray(schema) && Object.hasOwn(value, name)) demand(here, schema)
    }
  }
}

function listed(schemas: Json | undefined): Json[] {
  return Array.isArray(schemas) ? schemas : []
}

function isSeen(seen: Seen | null): seen is Seen {
  return seen !== null
}
