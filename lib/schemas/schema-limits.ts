import type { Json } from '@/lib/binding'

const MOST_DEPTH = 64
const MOST_VALUES = 20_000
const MOST_CHARACTERS = 128 * 1024

/**
 * Says what is too much about a schema, or null. Without recursion: a schema of five thousand levels is refused, not
 * followed. A number that JSON has not, and a value that is none, are refused as well.
 */
export function fitsLimits(schema: Json): string | null {
  let characters = 0
  let values = 0
  const waiting: { value: unknown; depth: number }[] = [{ value: schema, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    values += 1
    if (typeof value === 'string') characters += value.length
    if (!isJson(value)) return 'is not JSON'
    if (depth > MOST_DEPTH) return `is more than ${MOST_DEPTH} levels deep`
    if (values > MOST_VALUES || characters > MOST_CHARACTERS) return 'is larger than a form can be'
    if (typeof value !== 'object' || value === null) continue
    const names = Object.keys(value)
    if (values + names.length > MOST_VALUES) return 'is larger than a form can be'
    for (const name of names) {
      characters += Array.isArray(value) ? 0 : name.length
      waiting.push({ value: Reflect.get(value, name), depth: depth + 1 })
    }
  }
  return null
}

function isJson(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : value !== undefined && !/function|symbol|bigint/.test(typeof value)
}
