import type { Json } from '@/lib/binding'
import { type Plan, parsePlan } from './index'

/** A plan from what a client would send; throws where it does not parse. */
export function aPlan(actions: readonly { [field: string]: Json }[]): Plan {
  const parsed = parsePlan({ actions: [...actions] })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error.at))
  return parsed.value
}

/** `required` and the `type` of properties: as much of JSON Schema as the tests of this room need. */
export function smallValidator(input: Json, schema: Json): { path: string; message: string }[] {
  const members = membersOf(input)
  const { required, properties } = Object.fromEntries(membersOf(schema))
  const missing = (Array.isArray(required) ? required : [])
    .filter((name) => !members.has(String(name)))
    .map((name) => ({ path: `$.${name}`, message: 'is missing' }))
  const others = [...membersOf(properties ?? {})].flatMap(([name, wanted]) => {
    const value = members.get(name)
    const type = membersOf(wanted).get('type')
    return value === undefined || type === undefined || typeof value === type
      ? []
      : [{ path: `$.${name}`, message: `must be a ${type}` }]
  })
  return [...missing, ...others]
}

function membersOf(value: Json): Map<string, Json> {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [])
}
