import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import type { Draft } from './draft'
import { TooMuchToCheck } from './effort'
import { innerSchemas, isObject } from './keywords'

/**
 * Says which defaults do not fit the schema that they stand in: a form begins with them, and its answer is refused.
 *
 * Reads the schema as it was given, for its places, beside the flattened one, for what it means; `fitter` makes what asks the latter, once a default is there.
 * Where asking becomes too much work, the rest goes unremarked.
 */
export function unfitDefaults(
  schema: Json,
  plain: Json,
  draft: Draft,
  fitter: () => (part: Json, value: Json) => boolean,
): Fault[] {
  const found: Fault[] = []
  let fits: ReturnType<typeof fitter> | null = null
  try {
    look(schema, plain, [])
  } catch (error) {
    if (!(error instanceof TooMuchToCheck)) throw error
  }
  return found

  function look(given: Json, flat: Json | undefined, at: readonly (string | number)[]): void {
    if (!isObject(given) || !isObject(flat)) return
    if (flat.default !== undefined) {
      fits ??= fitter()
      if (!fits(flat, flat.default))
        found.push({ at: [...at, 'default'], message: 'does not fit the schema that it stands in' })
    }
    for (const { keyword, below, schema: inner } of innerSchemas(given, draft))
      look(inner, memberAt(flat, [keyword, ...below]), [...at, keyword, ...below])
  }
}

function memberAt(value: Json, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, name) =>
      Array.isArray(at) ? at[Number(name)] : isObject(at) && Object.hasOwn(at, name) ? at[String(name)] : undefined,
    value,
  )
}
