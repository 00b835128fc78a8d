import type { Json } from '@/lib/binding'
import { invariant } from '@/lib/result'

/** Finds what the references of a flattened schema lead to; each is looked up once. */
export function resolver(plain: Json): (reference: string) => Json {
  const found = new Map<string, Json>()
  return (reference) => {
    const known = found.get(reference)
    if (known !== undefined) return known
    const schema = at(plain, reference)
    found.set(reference, schema)
    return schema
  }
}

function at(plain: Json, reference: string): Json {
  invariant(reference.startsWith('#'), `a flattened schema refers to ${reference}`)
  let place: Json = plain
  for (const token of decodeURIComponent(reference.slice(1)).split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    const next: Json | undefined = Array.isArray(place)
      ? place[Number(name)]
      : typeof place === 'object' && place !== null && Object.hasOwn(place, name)
        ? place[name]
        : undefined
    invariant(next !== undefined, `a flattened schema refers to nothing: ${reference}`)
    place = next
  }
  return place
}
