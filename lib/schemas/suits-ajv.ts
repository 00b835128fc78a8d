import type { Json } from '@/lib/binding'
import type { Hazards } from './hazards'
import { schemasIn } from './hazards'
import { isObject } from './keywords'

/** Ajv turns each schema into code first; more than this takes it longer than 100 ms on a slow machine. */
const MOST_SCHEMAS = 150

/**
 * Says whether Ajv is to be asked, or the interpreter alone.
 *
 * - `unevaluatedItems` and `unevaluatedProperties`: Ajv 8.20 is wrong about `contains`, about `if` alone and about
 *   `items` in a branch (JSON-Schema-Test-Suite, both drafts).
 * - a member `__proto__`: Ajv does not see it.
 * - an empty `enum`: a schema of the newer drafts, Ajv does not compile it.
 * - a schema that may take far more steps than the answer has parts: only the interpreter counts them.
 * - very many dependent members: Ajv looks for each of them in every object.
 * - a schema so large that compiling it would keep everybody waiting; reading it does not.
 */
export function suitsAjv(plain: Json, hazards: Hazards): boolean {
  return !hazards.isSlow && hazards.schemas <= MOST_SCHEMAS && !schemasIn(plain).some(isMisread)
}

const MOST_DEPENDENT = 50
const NAMED = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies']

function isMisread(schema: { [keyword: string]: Json }): boolean {
  if (schema.unevaluatedItems !== undefined || schema.unevaluatedProperties !== undefined) return true
  if (Array.isArray(schema.enum) && schema.enum.length === 0) return true
  if (
    [schema.dependentRequired, schema.dependencies].some(
      (held) => isObject(held) && Object.keys(held).length > MOST_DEPENDENT,
    )
  )
    return true
  return NAMED.some((keyword) => {
    const held = schema[keyword]
    return isObject(held) && Object.hasOwn(held, '__proto__')
  })
}
