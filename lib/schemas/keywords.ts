import type { Json } from '@/lib/binding'
import type { Draft } from './draft'

/** What stands at a keyword: a plain value, a schema, a list of them, a map of them, or one of two of these. */
export type Holds = 'value' | 'schema' | 'list' | 'map' | 'schema or list' | 'map or names'

type Keyword = { holds: Holds; since?: Draft; until?: Draft }

const value: Keyword = { holds: 'value' }
const annotation: Keyword = { holds: 'value', since: 7 }

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries({
    title: value,
    description: value,
    default: value,
    type: value,
    enum: value,
    const: { holds: 'value', since: 6 },
    examples: { holds: 'value', since: 6 },
    readOnly: annotation,
    writeOnly: annotation,
    enumNames: value,
    contentMediaType: annotation,
    contentEncoding: annotation,
    deprecated: { holds: 'value', since: 2019 },
    multipleOf: value,
    maximum: value,
    exclusiveMaximum: value,
    minimum: value,
    exclusiveMinimum: value,
    maxLength: value,
    minLength: value,
    pattern: value,
    format: value,
    maxItems: value,
    minItems: value,
    uniqueItems: value,
    maxContains: { holds: 'value', since: 2019 },
    minContains: { holds: 'value', since: 2019 },
    maxProperties: value,
    minProperties: value,
    required: value,
    dependentRequired: { holds: 'value', since: 2019 },
    definitions: { holds: 'map' },
    $defs: { holds: 'map' },
    properties: { holds: 'map' },
    patternProperties: { holds: 'map' },
    additionalProperties: { holds: 'schema' },
    propertyNames: { holds: 'schema', since: 6 },
    dependencies: { holds: 'map or names' },
    dependentSchemas: { holds: 'map', since: 2019 },
    prefixItems: { holds: 'list', since: 2020 },
    items: { holds: 'schema or list' },
    additionalItems: { holds: 'schema', until: 2019 },
    contains: { holds: 'schema', since: 6 },
    allOf: { holds: 'list' },
    anyOf: { holds: 'list' },
    oneOf: { holds: 'list' },
    not: { holds: 'schema' },
    if: { holds: 'schema', since: 7 },
    // biome-ignore lint/suspicious/noThenProperty: the keyword's name
    then: { holds: 'schema', since: 7 },
    else: { holds: 'schema', since: 7 },
    unevaluatedItems: { holds: 'schema', since: 2019 },
    unevaluatedProperties: { holds: 'schema', since: 2019 },
  } satisfies { [keyword: string]: Keyword }),
)

/** Says what stands at a keyword; null where this draft does not know it, so that it constrains nothing. */
export function holds(keyword: string, draft: Draft): Holds | null {
  const known = KEYWORDS.get(keyword)
  return known === undefined || draft < (known.since ?? 4) || draft > (known.until ?? 2020) ? null : known.holds
}

/** One schema inside another: the keyword, then the name or place below it, if there is one. */
export type Inner = { keyword: string; below: readonly (string | number)[]; schema: Json }

/** Lists the schemas directly inside one, as this draft reads it. */
export function innerSchemas(schema: { readonly [keyword: string]: Json }, draft: Draft): Inner[] {
  return Object.entries(schema).flatMap(([keyword, held]): Inner[] => {
    const kind = holds(keyword, draft)
    if (kind === null || kind === 'value') return []
    if (Array.isArray(held)) return held.map((each, n) => ({ keyword, below: [n], schema: each }))
    if (kind === 'schema' || kind === 'schema or list') return [{ keyword, below: [], schema: held }]
    if (!isObject(held)) return []
    return Object.entries(held)
      .filter(([, each]) => kind === 'map' || !Array.isArray(each))
      .map(([name, each]) => ({ keyword, below: [name], schema: each }))
  })
}

/** A JSON object, not a list. */
export function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
