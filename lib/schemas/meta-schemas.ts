import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import Ajv4 from 'ajv-draft-04'
import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import type { Draft } from './draft'
import { UNLIMITED } from './effort'
import { firstTwice } from './interpret/items'
import { sentenceOf } from './sentence-of'

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  logger: false,
  messages: false,
  validateFormats: false,
  ownProperties: true,
}

const META: { readonly [draft in Draft]: string } = {
  4: 'http://json-schema.org/draft-04/schema#',
  6: 'http://json-schema.org/draft-06/schema#',
  7: 'http://json-schema.org/draft-07/schema#',
  2019: 'https://json-schema.org/draft/2019-09/schema',
  2020: 'https://json-schema.org/draft/2020-12/schema',
}

/** One instance for each draft, which sees strangers' schemas as data only: nothing of them is compiled here or kept. */
const readers = new Map<Draft, Ajv>()

/** Says where a schema is not written in the language of its draft: a type that is none, a length that is a text. */
export function faultsOfLanguage(schema: Json, draft: Draft): Fault[] {
  if (typeof schema === 'boolean' && draft > 4) return []
  const reader = readers.get(draft) ?? makeReader(draft)
  readers.set(draft, reader)
  const isWellFormed = reader.validate(META[draft], schema)
  return isWellFormed ? [] : faultsOf(reader.errors ?? [], schema)
}

/** Ajv compares each entry of a list with each: a schema with thousands of choices would keep everybody waiting. */
function withOwnUnique(reader: Ajv): Ajv {
  return reader.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (on: boolean, value: Json[]) => !on || firstTwice(value, UNLIMITED) === null,
  })
}

function makeReader(draft: Draft): Ajv {
  switch (draft) {
    case 4:
      return withOwnUnique(new Ajv4(OPTIONS))
    case 6:
      return withOwnUnique(new Ajv(OPTIONS)).addMetaSchema(draft6)
    case 7:
      return withOwnUnique(new Ajv(OPTIONS))
    case 2019:
      return withOwnUnique(new Ajv2019(OPTIONS))
    case 2020:
      return withOwnUnique(new Ajv2020(OPTIONS))
  }
}

function faultsOf(errors: readonly ErrorObject[], schema: Json): Fault[] {
  const told = errors.filter(
    ({ keyword }) => !/^(?:anyOf|oneOf|allOf|if|\$ref|\$dynamicRef|\$recursiveRef)$/.test(keyword),
  )
  const faults = oneThingEach(told.length > 0 ? told : errors)
    .slice(0, 20)
    .map(({ instancePath, keyword, params }) => ({
      at: segmentsOf(instancePath, schema),
      message: sentenceOf(keyword, params),
    }))
  return faults.length > 0 ? faults : [{ at: [], message: 'is not a schema' }]
}

/**
 * Where a value may be one of two kinds of thing (`type` a name or a list of names), each way says that it is not what it
 * asks for. If one has more to say of the value, that was the way it went; else it says all the kinds there are.
 */
function oneThingEach(errors: readonly ErrorObject[]): ErrorObject[] {
  const at = new Map<string, ErrorObject[]>()
  for (const error of errors) at.set(error.instancePath, [...(at.get(error.instancePath) ?? []), error])
  return [...at.values()].flatMap((here) => {
    const more = here.filter(({ keyword }) => keyword !== 'type')
    const [first] = here
    if (more.length > 0 || first === undefined) return more
    return [{ ...first, params: { type: [...new Set(here.flatMap(({ params }) => params.type))] } }]
  })
}

/** A segment is an index where there is a list: a pointer alone does not say. */
function segmentsOf(pointer: string, value: Json): (string | number)[] {
  let at: unknown = value
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
      const isIndex = Array.isArray(at)
      at = typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, name)?.value : undefined
      return isIndex ? Number(name) : name
    })
}
