import type { Json } from '@/lib/binding'
import type { BrowserJudge } from '@/lib/schemas/browser'

export type Schema = { readonly [keyword: string]: Json }

/** A schema that a form is drawn of: where its references lead, and which of its parts fit a value. */
export type Book = Pick<BrowserJudge, 'fits' | 'resolve'>

/**
 * Draws together what applies at one place: the schema, what it refers to, all of `allOf`, and those of `if` and of the
 * dependent schemas that apply to what stands there now. `anyOf` and `oneOf` are left: they are a person's choice.
 */
export function effective(book: Book, schema: Json, value: Json | undefined): Schema {
  if (!isSchema(schema)) return {}
  const { $ref, allOf, if: condition, then, else: otherwise, dependentSchemas, dependencies, ...own } = schema
  let all: Schema = own
  const add = (more: Json | undefined) => {
    if (more !== undefined) all = merged(all, effective(book, more, value))
  }
  if (typeof $ref === 'string') all = merged(effective(book, book.resolve($ref), value), own)
  for (const each of Array.isArray(allOf) ? allOf : []) add(each)
  // Nothing is there yet: the condition of an object is asked of an empty one.
  if (condition !== undefined)
    add(book.fits(condition, value ?? (all.type === undefined || all.type === 'object' ? {} : null)) ? then : otherwise)
  for (const held of [dependentSchemas, dependencies])
    for (const [name, more] of isSchema(held) ? Object.entries(held) : [])
      if (isSchema(value) && Object.hasOwn(value, name)) add(needing(more))
  return all
}

/** `dependencies` names what else is needed, or says it with a schema. */
function needing(more: Json): Json {
  return Array.isArray(more) ? { required: more } : more
}

/** Two schemas that both apply, as far as a form is concerned; the second one's own words go first. */
export function merged(first: Schema, second: Schema): Schema {
  const required = [...list(first.required), ...list(second.required)]
  const properties = bothMaps(first.properties, second.properties)
  return {
    ...first,
    ...second,
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    ...(properties === null ? {} : { properties }),
  }
}

function bothMaps(first: Json | undefined, second: Json | undefined): Json | null {
  if (!isSchema(first)) return isSchema(second) ? second : null
  if (!isSchema(second)) return first
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return Object.fromEntries(
    names.map((name) => {
      const [a, b] = [
        Object.hasOwn(first, name) ? first[name] : true,
        Object.hasOwn(second, name) ? second[name] : true,
      ]
      return [name, isSchema(a) && isSchema(b) ? { allOf: [a, b] } : isSchema(b) ? b : (a ?? true)]
    }),
  )
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function isSchema(value: unknown): value is { [keyword: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
