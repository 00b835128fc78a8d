import { canonicalize, type Json } from '@/lib/binding'
import type { Draft } from './draft'
import { readNumber } from './draft'
import type { Field } from './field'

/** Whether what stands at a place is what the run put there, by its suggestion or by a default: confirming it is part of the approval. */
export function isSuggested(
  field: Field,
  draft: Draft,
  proposed: Json | undefined,
  at: readonly (string | number)[],
): boolean {
  const value = field.is === 'fixed' ? undefined : valueIn(draft)
  if (value === undefined) return false
  const suggested = valueAt(proposed, at) ?? field.schema.default
  return suggested !== undefined && canonicalize(suggested) === canonicalize(value)
}

function valueIn(draft: Draft): Json | undefined {
  if (draft.is === 'value') return draft.value
  const read = draft.is === 'typed' ? readNumber(draft.text) : null
  return read?.ok ? read.value : undefined
}

function valueAt(value: Json | undefined, at: readonly (string | number)[]): Json | undefined {
  let place: Json | undefined = value
  for (const segment of at) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, segment)) return undefined
    place = Array.isArray(place) ? place[Number(segment)] : place[String(segment)]
  }
  return place
}
