import { canonicalize, type Json } from '@/lib/binding'
import type { Effort } from './effort'

/** Says whether a value is one of a list. */
export type Allowed = (value: Json, effort: Effort) => boolean

const known = new WeakMap<readonly Json[], Allowed>()

/**
 * Makes the test for `enum`, and for `const` with a list of one: JSON's own equality, in which the order of members does
 * not matter. The list is read once; then a value is looked up in it, however long it is.
 */
export function allowedBy(list: readonly Json[]): Allowed {
  const found = known.get(list)
  if (found !== undefined) return found
  const plain = new Set<Json>(list.filter((each) => !isHeld(each)))
  const texts = new Set(list.filter(isHeld).map((each) => canonicalize(each)))
  const allowed: Allowed = (value, effort) => {
    if (!isHeld(value)) return plain.has(value)
    if (texts.size === 0) return false
    const text = canonicalize(value)
    effort.write(text.length)
    return texts.has(text)
  }
  known.set(list, allowed)
  return allowed
}

/** Makes the test for `const`; made once for each list or object. */
export function allowedConst(wanted: Json): Allowed {
  if (!isHeld(wanted)) return (value) => value === wanted
  const found = consts.get(wanted)
  if (found !== undefined) return found
  const allowed = allowedBy([wanted])
  consts.set(wanted, allowed)
  return allowed
}

const consts = new WeakMap<object, Allowed>()

/** Is it a list or an object, which JavaScript compares by identity? */
export function isHeld(value: Json): value is Json[] | { [name: string]: Json } {
  return typeof value === 'object' && value !== null
}
