import type { Json } from '@/lib/binding'
import { hazardsOf } from '../hazards'

/** More fields than this nobody fills in one by one. */
const MOST_SCHEMAS = 150

/** Says whether a form can be drawn of a flattened schema: not where it is a part of itself, nor where it is very large. */
export function isDrawable(plain: Json): boolean {
  const { isRecursive, schemas } = hazardsOf(plain)
  return !isRecursive && schemas <= MOST_SCHEMAS
}
