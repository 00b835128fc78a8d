import type { Json } from '@/lib/binding'
import { type Inner, innerSchemas, isObject } from './keywords'
import { resolver } from './resolver'

/** What applies to the very same value; following only these never comes to an end in a schema that refers to itself. */
const IN_PLACE = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
])
const ASIDE = new Set(['definitions', '$defs'])

/** A chain of schemas for one value that is longer than this is nobody's work. */
const MOST_IN_PLACE = 100
/** What Ajv does for one value is not counted: no more schemas than this may be asked about one. */
const MANY_WAYS = 300

/** What can make judging by a flattened schema slow or endless. */
export type Hazards = {
  schemas: number
  /** It refers to itself without going deeper into the value, or through too many references. */
  isEndless: boolean
  /** Somewhere it is a part of itself. */
  isRecursive: boolean
  /** Judging may take far more steps than the value has parts. */
  isSlow: boolean
}

/** Reads a flattened schema as a graph and says what could go wrong, in time proportional to its size. */
export function hazardsOf(plain: Json): Hazards {
  const resolve = resolver(plain)
  const all = schemasIn(plain)
  const chain = longest((schema) => edgesOf(schema, resolve).filter(({ keyword }) => IN_PLACE.has(keyword)))
  const isEndless = all.some((schema) => chain.from(schema) > MOST_IN_PLACE) || chain.circular()
  const ways = longest((schema) => edgesOf(schema, resolve), 'all')
  const isWide = !isEndless && all.some((schema) => ways.from(schema) > MANY_WAYS)
  const isRecursive = ways.circular()
  return { schemas: all.length, isEndless, isRecursive, isSlow: isWide || isRecursive }
}

/** Every schema in a flattened one, itself first, also those that nothing refers to. */
export function schemasIn(plain: Json): { [keyword: string]: Json }[] {
  return isObject(plain) ? [plain, ...inside(plain).flatMap(({ schema }) => schemasIn(schema))] : []
}

/** Flattened schemas hold only their own draft's keywords: of all drafts together, only `additionalItems` has ended. */
function inside(schema: { [keyword: string]: Json }): Inner[] {
  const { additionalItems } = schema
  return [
    ...innerSchemas(schema, 2020),
    ...(additionalItems === undefined ? [] : [{ keyword: 'additionalItems', below: [], schema: additionalItems }]),
  ]
}

type Edge = { keyword: string; to: Json }

function edgesOf(schema: { [keyword: string]: Json }, resolve: (reference: string) => Json): Edge[] {
  const edges = inside(schema)
    .filter(({ keyword }) => !ASIDE.has(keyword))
    .map(({ keyword, schema: to }) => ({ keyword, to }))
  return typeof schema.$ref === 'string' ? [...edges, { keyword: '$ref', to: resolve(schema.$ref) }] : edges
}

/** Follows edges down: the longest chain of them from a schema, or the number of `all` ways; each schema is read once. */
function longest(edges: (schema: { [keyword: string]: Json }) => Edge[], how: 'one' | 'all' = 'one') {
  const known = new Map<Json, number>()
  const open = new Set<Json>()
  let isCircular = false
  return { from, circular: () => isCircular }

  function from(schema: Json): number {
    if (!isObject(schema)) return 1
    const found = known.get(schema)
    if (found !== undefined) return found
    if (open.has(schema)) {
      isCircular = true
      return 1
    }
    open.add(schema)
    const below = edges(schema).map(({ to }) => from(to))
    open.delete(schema)
    const length = 1 + (how === 'one' ? Math.max(0, ...below) : below.reduce((sum, each) => sum + each, 0))
    known.set(schema, Math.min(length, Number.MAX_SAFE_INTEGER))
    return length
  }
}
