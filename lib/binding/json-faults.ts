import { hasLoneSurrogate, type Json } from './json'
import { pathOf } from './path'

/** What is wrong at one place of a value whose syntax is sound. */
export type JsonFault = {
  code: 'duplicate_key' | 'unsafe_number' | 'lone_surrogate' | 'too_deep'
  path: string
  message: string
}
type ValueFault = JsonFault & { code: 'unsafe_number' | 'lone_surrogate' | 'too_deep' }

/** Containers within containers, the outermost counted. */
export const MAX_JSON_DEPTH = 64

/** Enough to mend a text by; a hostile one does not make an answer longer than itself. */
export const MAX_FAULTS = 20

/**
 * Says why no strict text could hold this value, for values that came another way than by `parseStrictJson`: numbers
 * beyond what a double holds exactly, lone surrogates, depth. At most 20 faults, in the order of the value.
 */
export function jsonFaults(value: Json, at: readonly (string | number)[] = []): ValueFault[] {
  const faults: ValueFault[] = []
  visit(value, [...at], 0, faults)
  return faults
}

/** True for a number that JSON can carry but two readers may take differently (RFC 7493 §2.2). */
export function isUnsafeNumber(value: number): boolean {
  return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
}

function visit(value: Json, at: (string | number)[], depth: number, faults: ValueFault[]): void {
  if (faults.length >= MAX_FAULTS) return
  const found = faultOf(value, depth)
  if (found) faults.push({ ...found, path: pathOf(at) })
  if (typeof value !== 'object' || value === null || found) return
  const list = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    at.push(list ? Number(name) : name)
    if (!list && hasLoneSurrogate(name) && faults.length < MAX_FAULTS)
      faults.push({ code: 'lone_surrogate', path: pathOf(at), message: 'the name holds half of a surrogate pair' })
    visit(member, at, depth + 1, faults)
    at.pop()
  }
}

function faultOf(value: Json, depth: number): Omit<ValueFault, 'path'> | null {
  if (typeof value === 'string')
    return hasLoneSurrogate(value) ? { code: 'lone_surrogate', message: 'holds half of a surrogate pair' } : null
  if (typeof value === 'number')
    return isUnsafeNumber(value)
      ? { code: 'unsafe_number', message: `${value} is not exact; send it as a string` }
      : null
  if (typeof value === 'object' && value !== null && depth >= MAX_JSON_DEPTH)
    return { code: 'too_deep', message: `nested more than ${MAX_JSON_DEPTH} deep` }
  return null
}
