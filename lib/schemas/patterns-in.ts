import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import { invariant } from '@/lib/result'
import { schemasIn } from './hazards'
import { isObject } from './keywords'
import type { Pattern } from './patterns'

/** More different ones than this would take longer to compile than anybody waits. */
const MOST_PATTERNS = 100

/** Every pattern of a flattened schema, compiled; or which of them cannot be. */
export function patternsIn(
  plain: Json,
  compile: (source: string) => Pattern | string,
): { of: (source: string) => Pattern; faults: Fault[] } {
  const sources = new Set(schemasIn(plain).flatMap(sourcesOf))
  const compiled = new Map<string, Pattern>()
  const faults: Fault[] = []
  if (sources.size > MOST_PATTERNS) faults.push({ at: [], message: `has more than ${MOST_PATTERNS} patterns` })
  else
    for (const source of sources) {
      const pattern = compile(source)
      if (typeof pattern === 'string')
        faults.push({ at: placeOf(source, plain), message: `the pattern ${source} ${pattern}` })
      else compiled.set(source, pattern)
    }
  return {
    faults,
    of(source) {
      const pattern = compiled.get(source)
      invariant(pattern !== undefined, 'a pattern of the schema was not compiled')
      return pattern
    },
  }
}

/** The patterns of one schema: its own, and those of the names of its members. */
export function sourcesOf({ pattern, patternProperties }: { readonly [keyword: string]: Json }): string[] {
  const own = typeof pattern === 'string' ? [pattern] : []
  return isObject(patternProperties) ? [...own, ...Object.keys(patternProperties)] : own
}

/** Where a pattern stands: the first place, from the top. */
function placeOf(source: string, within: Json, at: readonly (string | number)[] = []): (string | number)[] {
  if (typeof within !== 'object' || within === null) return []
  for (const [name, inner] of Object.entries(within)) {
    const here = [...at, Array.isArray(within) ? Number(name) : name]
    if (name === 'pattern' && inner === source) return here
    if (name === 'patternProperties' && isObject(inner) && Object.hasOwn(inner, source)) return [...here, source]
    const below = placeOf(source, inner, here)
    if (below.length > 0) return below
  }
  return []
}
