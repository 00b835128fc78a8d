import type { Json } from '@/lib/binding'
import { hazardsOf } from '../hazards'

/** More fields than this nobody fills in one by one. */
const MOST_SCHEMAS = 150

/** Why no form can be drawn of a flattened schema: it is a part of itself, or very large; null where one can. */
export function undrawable(plain: Json): 'within itself' | 'large' | null {
  const { isRecursive, schemas } = hazardsOf(plain)
  if (isRecursive) return 'within itself'
  return schemas <= MOST_SCHEMAS ? null : 'large'
}
