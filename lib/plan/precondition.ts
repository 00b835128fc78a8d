import { canonicalize, type Json } from '@/lib/binding'
import { assertNever } from '@/lib/result'
import type { Precondition } from './plan'

/** Only «must not exist» holds while the key is absent; `eq null` does not (seed §3.2). */
export function failsWhenAbsent({ operator }: Precondition): boolean {
  return operator !== 'not_exists'
}

/** Does a condition hold for a key that is there and has this value? Comparing is of numbers only. */
export function holds({ operator, value: wanted }: Precondition, value: Json): boolean {
  switch (operator) {
    case 'exists':
      return true
    case 'not_exists':
      return false
    case 'eq':
      return isEqual(value, wanted)
    case 'neq':
      return !isEqual(value, wanted)
    case 'gt':
    case 'lt':
    case 'gte':
    case 'lte':
      return typeof value === 'number' && typeof wanted === 'number' && compares(operator, value, wanted)
    case 'contains':
      if (typeof value === 'string') return typeof wanted === 'string' && value.includes(wanted)
      return Array.isArray(value) && value.some((entry) => isEqual(entry, wanted))
    default:
      return assertNever(operator)
  }
}

/** The same value, however it is written: members in another order, 1 or 1.0 (seed §3.9.10). */
function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  return canonicalize(a) === canonicalize(b)
}

function compares(operator: 'gt' | 'lt' | 'gte' | 'lte', a: number, b: number): boolean {
  if (operator === 'gt') return a > b
  if (operator === 'lt') return a < b
  return operator === 'gte' ? a >= b : a <= b
}
