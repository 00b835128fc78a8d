import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import type { Draft } from './draft'
import { holds, isObject } from './keywords'
import { hidesSiblings, type Place, placesIn } from './places'

type Segments = readonly (string | number)[]
type Schema = { [keyword: string]: Json }

/**
 * Rewrites a schema so that every reader takes it the same way: only keywords that its draft knows, no addresses, and
 * each reference a JSON Pointer inside it.
 *
 * References go nowhere else, so nothing is ever fetched; ids used twice cannot meet; and a validator's own ideas of
 * relative addresses, of keywords beside `$ref` or of `nullable` do not matter. `faults` names, in the original, each
 * reference that leads outside or to nothing, and each whose meaning depends on how the reader came there.
 */
export function flatten(document: Json, draft: Draft): { plain: Json; faults: Fault[] } {
  const places = placesIn(document, draft)
  const faults: Fault[] = []
  const pointerOf = new Map<Json, string>()
  const waiting: { of: Schema; to: Place }[] = []
  const moved: [string, Json][] = []
  const plain = copy(places.root, '#')
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next.of.$ref = pointerTo(next.to)
  if (moved.length > 0 && isObject(plain))
    plain.$defs = Object.fromEntries([...Object.entries(isObject(plain.$defs) ? plain.$defs : {}), ...moved])
  return { plain, faults }

  /** A target that no keyword of this draft leads to gets a place of its own. */
  function pointerTo(target: Place): string {
    const known = typeof target.schema === 'boolean' ? undefined : pointerOf.get(target.schema)
    if (known !== undefined) return known
    const name = `referred to ${moved.length + 1}`
    const pointer = `#/$defs/${encodeURIComponent(name)}`
    const entry: [string, Json] = [name, true]
    moved.push(entry)
    entry[1] = copy(target, pointer)
    return pointer
  }

  function copy({ schema, base, at }: Place, pointer: string): Json {
    if (!isObject(schema)) return schema
    pointerOf.set(schema, pointer)
    const own = places.baseOf(schema) ?? base
    const kept = hidesSiblings(schema, draft) ? annotationsOf(schema) : schema
    const out: Schema = Object.fromEntries(
      Object.entries(kept).flatMap(([keyword, held]) => {
        const kind = holds(keyword, draft)
        if (kind === null) return []
        const below = (inner: Json, name: string | number | null): Json =>
          copy(
            { schema: inner, base: own, at: name === null ? [...at, keyword] : [...at, keyword, name] },
            `${pointer}/${token(keyword)}${name === null ? '' : `/${token(String(name))}`}`,
          )
        return [
          [keyword, kind === 'value' ? held : heldBelow(held, kind !== 'schema' && kind !== 'schema or list', below)],
        ]
      }),
    )
    refer(schema, own, at, out)
    return out
  }

  function refer(schema: Schema, base: string, at: Segments, out: Schema): void {
    for (const keyword of [
      '$ref',
      ...(draft === 2020 ? ['$dynamicRef'] : []),
      ...(draft === 2019 ? ['$recursiveRef'] : []),
    ]) {
      const reference = schema[keyword]
      if (typeof reference !== 'string') continue
      const to = places.find(reference, base)
      const here = [...at, keyword]
      if (to === null) faults.push({ at: here, message: `leads out of this schema, or to nothing: ${reference}` })
      else if (typeof to.schema !== 'boolean' && !isObject(to.schema))
        faults.push({ at: here, message: `leads to something that is no schema: ${reference}` })
      else if (keyword !== '$ref' && places.isDynamic(to, reference))
        faults.push({ at: here, message: 'means something else depending on how one comes to it' })
      else if (keyword === '$ref') waiting.push({ of: out, to })
      else {
        const of: Schema = {}
        waiting.push({ of, to })
        out.allOf = [...(Array.isArray(out.allOf) ? out.allOf : []), of]
      }
    }
  }
}

function heldBelow(held: Json, isMap: boolean, copyOf: (inner: Json, name: string | number | null) => Json): Json {
  if (Array.isArray(held)) return held.map((each, n) => copyOf(each, n))
  if (!isMap || !isObject(held)) return copyOf(held, null)
  // The names of `dependencies` are a list; of every other map each is a schema.
  return Object.fromEntries(
    Object.entries(held).map(([name, each]) => [name, Array.isArray(each) ? each : copyOf(each, name)]),
  )
}

/** What a form shows may stand beside a `$ref` in every draft; it constrains nothing. */
function annotationsOf(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword === 'title' || keyword === 'description'),
  )
}

function token(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
