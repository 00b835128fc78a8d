import type { Json } from '@/lib/binding'
import type { Draft } from './draft'
import { innerSchemas, isObject } from './keywords'

type Segments = readonly (string | number)[]
/** A schema inside the document, where it stands and against which address its references are read. */
export type Place = { schema: Json; base: string; at: Segments }

/** The address of a document that gives itself none. */
const NAMELESS = 'https://schema.invalid/'

/** Every address and anchor that the document itself gives; nothing else can be referred to. */
export type Places = {
  root: Place
  /** Against which address references in it are read; undefined where no keyword leads to it. */
  baseOf(schema: Json): string | undefined
  /** The place that a reference leads to, or null: elsewhere, or nowhere. */
  find(reference: string, from: string): Place | null
  /** Says whether what a dynamic reference leads to depends on how the reader came there. */
  isDynamic(place: Place, reference: string): boolean
}

/** Reads through a document once and notes what its parts are called (draft 4 to 7: `id`/`$id`; later also anchors). */
export function placesIn(document: Json, draft: Draft): Places {
  const resources = new Map<string, Place>()
  const anchors = new Map<string, Place>()
  const baseOf = new Map<Json, string>()
  const dynamic = new Map<string, number>()
  const root: Place = { schema: document, base: NAMELESS, at: [] }
  resources.set(NAMELESS, root)
  visit(root)
  return {
    root: { ...root, base: baseOf.get(document) ?? NAMELESS },
    baseOf: (schema) => baseOf.get(schema),
    find,
    isDynamic: ({ schema }, reference) => isObject(schema) && ambiguous(schema, reference),
  }

  function visit({ schema, base, at }: Place): void {
    if (!isObject(schema)) return
    const own = named(schema, base, at)
    baseOf.set(schema, own)
    if (hidesSiblings(schema, draft)) return
    for (const { keyword, below, schema: inner } of innerSchemas(schema, draft))
      visit({ schema: inner, base: own, at: [...at, keyword, ...below] })
  }

  function named(schema: { [keyword: string]: Json }, base: string, at: Segments): string {
    const id = hidesSiblings(schema, draft) ? undefined : schema[draft === 4 ? 'id' : '$id']
    const url = typeof id === 'string' ? absolute(id, base) : null
    const own = url === null ? base : withoutHash(url)
    if (url !== null && own !== base) resources.set(own, { schema, base: own, at })
    if (url?.hash) anchors.set(`${own}${url.hash}`, { schema, base: own, at })
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = schema[keyword]
      if (typeof name === 'string' && draft >= 2019) anchors.set(`${own}#${name}`, { schema, base: own, at })
    }
    if (typeof schema.$dynamicAnchor === 'string') count(`#${schema.$dynamicAnchor}`)
    if (schema.$recursiveAnchor === true) count('#')
    return own
  }

  function count(name: string): void {
    dynamic.set(name, (dynamic.get(name) ?? 0) + 1)
  }

  function find(reference: string, from: string): Place | null {
    const url = absolute(reference, from)
    const resource = url === null ? undefined : resources.get(withoutHash(url))
    if (url === null || resource === undefined) return null
    const fragment = decoded(url.hash.slice(1))
    if (fragment === null) return null
    if (fragment === '') return resource
    return fragment.startsWith('/') ? walk(resource, fragment) : (anchors.get(`${resource.base}#${fragment}`) ?? null)
  }

  function walk(from: Place, pointer: string): Place | null {
    let place = from
    for (const token of pointer.split('/').slice(1)) {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
      const held = place.schema
      if (typeof held !== 'object' || held === null || !Object.hasOwn(held, name)) return null
      const schema = Array.isArray(held) ? held[Number(name)] : held[name]
      if (schema === undefined) return null
      place = {
        schema,
        base: baseOf.get(schema) ?? place.base,
        at: [...place.at, Array.isArray(held) ? Number(name) : name],
      }
    }
    return place
  }

  function ambiguous(schema: { [keyword: string]: Json }, reference: string): boolean {
    const name = reference.slice(reference.indexOf('#'))
    const marked = name === '#' ? schema.$recursiveAnchor === true : `#${String(schema.$dynamicAnchor)}` === name
    return marked && (dynamic.get(name) ?? 0) > 1
  }
}

/** Until draft 7 whatever stands beside a `$ref` is not there. */
export function hidesSiblings(schema: { readonly [keyword: string]: Json }, draft: Draft): boolean {
  return draft <= 7 && typeof schema.$ref === 'string'
}

function absolute(reference: string, base: string): URL | null {
  return URL.canParse(reference, base) ? new URL(reference, base) : null
}

function withoutHash(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length).replace(/#$/, '')
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
