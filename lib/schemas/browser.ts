/**
 * Does an answer fit, said in a browser?
 *
 * The second front door of this room: the interpreter alone, without Ajv and without `eval`, for a page under a strict
 * Content-Security-Policy. Its verdicts are the server's, word for word; the server's is the one that counts. Reads only
 * what the server has accepted and flattened.
 */
import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import { interpreter, type Reading, readingOf } from './interpret'
import { patternsIn } from './patterns-in'

export { isMultipleOf } from './multiple-of'
export type { Reading }
export { interpreter, readingOf }

/** Judges by a flattened schema; `schema` is the one it was made from, for what its draft says of formats. */
export function judgeInBrowser(plain: Json, schema: Json): (value: Json) => Fault[] {
  return interpreter(plain, readingOf(schema), patternsIn(plain).of)
}
