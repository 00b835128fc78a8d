import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import type { Draft } from './draft'
import { isFormat } from './formats'
import { holds, innerSchemas, isObject } from './keywords'

const OF_THE_DOCUMENT = /^\$|^x-|^id$|^contentSchema$/

/** Says what reads like a slip of the pen: keywords that constrain nothing in this draft, and formats nobody knows. */
export function warningsOf(schema: Json, draft: Draft, at: readonly (string | number)[] = []): Fault[] {
  if (!isObject(schema)) return []
  const own = Object.keys(schema).flatMap((keyword) =>
    holds(keyword, draft) === null && !OF_THE_DOCUMENT.test(keyword)
      ? [{ at: [...at, keyword], message: 'is not a keyword of this draft, and constrains nothing' }]
      : [],
  )
  const { format } = schema
  const unknown = typeof format === 'string' && !isFormat(format)
  const formats = unknown
    ? [{ at: [...at, 'format'], message: `${format} is not a format known here, and constrains nothing` }]
    : []
  const inner = innerSchemas(schema, draft).flatMap(({ keyword, below, schema: each }) =>
    warningsOf(each, draft, [...at, keyword, ...below]),
  )
  return [...own, ...formats, ...inner].slice(0, 20)
}
