import type { Json } from '@/lib/binding'
import type { Fault } from './approval-schema'

/** The author has said what the answer may be. */
const SPOKEN = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if']

/** Keywords that mean nothing unless the answer is an object. */
const OF_OBJECTS = [
  'required',
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  // The seed left these out, so a bare `null` passed them (seeds §1.11.5).
  'dependentSchemas',
  'unevaluatedProperties',
  'dependencies',
]

/**
 * Says whether a schema can only have meant an object, though it does not say so (seeds §1.4).
 *
 * By the specification `{ required: ['approved'] }` is true of `null`, so a bare `null` would approve. Only the top is
 * looked at: further down a value may well be something else.
 */
export function impliesObject(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false
  const has = (keyword: string) => Object.hasOwn(schema, keyword)
  return !SPOKEN.some(has) && OF_OBJECTS.some(has)
}

/** What is wrong with an answer that is no object where one was meant; null where it is one. */
export function notAnObject(answer: Json): Fault | null {
  const type = answer === null ? 'null' : Array.isArray(answer) ? 'array' : typeof answer
  return type === 'object' ? null : { at: [], message: `must be an object, not ${type}` }
}
