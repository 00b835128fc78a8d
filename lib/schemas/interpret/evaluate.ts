import type { Json } from '@/lib/binding'
import type { Fault } from '@/lib/gate'
import { isObject } from '../keywords'
import { inPlace } from './in-place'
import { itemsOf, unevaluatedItems } from './items'
import { propertiesOf, unevaluatedProperties } from './properties'
import { fail, type Here, isSettled, type Run, type Seen, UNTRACKED } from './run'
import { numberRules, stringRules, valueRules } from './values'

/**
 * Asks a schema about a value: what it has seen of the value, or null where it does not fit.
 *
 * The order of the keywords is the specification's: what is left over (`unevaluated…`) is looked at last, when all
 * others have said what they know.
 */
export function evaluate(
  run: Run,
  schema: Json,
  value: Json,
  at: readonly (string | number)[],
  sink: Fault[] | null,
): Seen | null {
  run.effort.step()
  const seen: Seen = run.tracks ? { names: new Set(), items: new Set() } : UNTRACKED
  const here: Here = { run, schema: isObject(schema) ? schema : {}, value, at, sink, seen, ok: true }
  if (schema === false) fail(here, 'false schema', {})
  for (const rules of RULES) {
    rules(here)
    if (isSettled(here)) return null
  }
  return here.ok ? seen : null
}

const RULES = [
  valueRules,
  numberRules,
  stringRules,
  inPlace(evaluate),
  itemsOf(evaluate),
  propertiesOf(evaluate),
  unevaluatedItems(evaluate),
  unevaluatedProperties(evaluate),
]
