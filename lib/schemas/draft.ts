import type { Json } from '@/lib/binding'

/** The drafts of JSON Schema that are read, by their year where they have one; they compare as they followed each other. */
export type Draft = 4 | 6 | 7 | 2019 | 2020

const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ['json-schema.org/draft-04/schema', 4],
  ['json-schema.org/draft-06/schema', 6],
  ['json-schema.org/draft-07/schema', 7],
  ['json-schema.org/draft/2019-09/schema', 2019],
  ['json-schema.org/draft/2020-12/schema', 2020],
])

/** Reads `$schema`, in its http and https spellings: 2020-12 where there is none, null where it names another language. */
export function draftOf(schema: Json): Draft | null {
  const stated = statedIn(schema)
  if (stated === undefined) return 2020
  return typeof stated === 'string' ? (DRAFTS.get(stated.replace(/^https?:\/\/|#$/g, '')) ?? null) : null
}

/** Says whether `format` is asserted: in drafts 4 to 7 and where no `$schema` is given; later drafts make it an annotation. */
export function assertsFormat(schema: Json): boolean {
  return statedIn(schema) === undefined || (draftOf(schema) ?? 2020) <= 7
}

function statedIn(schema: Json): Json | undefined {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema.$schema : undefined
}
