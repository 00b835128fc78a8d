import type { Json } from '@/lib/binding'
import { compareCodePoints } from './compare-code-points'
import { type Finding, finding, quote } from './finding'
import type { Keys } from './keys'
import { at } from './lists'
import type { Order } from './order'
import { type Action, type Plan, stateKeyOf } from './plan'
import { failsWhenAbsent, holds } from './precondition'

/**
 * Walks the plan as it would run, over what steps declare: which needs are not there when their step's turn comes?
 *
 * Advisory, because a step may write what it does not declare. Effects of a step that would be refused are applied all
 * the same, so one defect is told once and not by everything behind it (seed §3.6). In a level that runs together no
 * step sees what another of it writes. Without live state a key is unknown until the plan itself writes it, and nothing
 * is said of unknown keys. At most one finding of each code for a step: the first key by code point, and how many more.
 */
export function forwardWalk(plan: Plan, keys: Keys, order: Order, state?: ReadonlyMap<string, Json> | null): Finding[] {
  const model = modelOf(plan, keys, state ?? null)
  const found: { at: number; finding: Finding }[] = []
  const { from, items } = order.levels
  for (let level = 0; level < order.isSequential.length; level++) {
    const [begin, end, isSequential] = [at(from, level), at(from, level + 1), order.isSequential[level]]
    for (let n = begin; n < end; n++) {
      for (const finding of checked(plan, keys, model, at(items, n))) found.push({ at: at(items, n), finding })
      if (isSequential) model.apply(at(items, n))
    }
    if (!isSequential) for (let n = begin; n < end; n++) model.apply(at(items, n))
  }
  return found.sort((a, b) => a.at - b.at).map(({ finding }) => finding)
}

/** What is known of each key at one moment of the walk; `unknown` where nobody said. */
type Model = { isThere(slot: number): boolean | 'unknown'; valueAt(slot: number): Json; apply(i: number): void }

function modelOf({ actions }: Plan, keys: Keys, state: ReadonlyMap<string, Json> | null): Model {
  const { writes, conditions } = keys
  // values are kept for keys that a condition looks at; of the others it is enough that they are there
  const isWatched = new Uint8Array(keys.slots)
  for (const slot of conditions.items) isWatched[slot] = 1
  const isWritten = new Uint8Array(keys.slots)
  const values = new Map<number, Json>()
  const stored = (slot: number) => (state === null ? null : keys.storedAs(slot))
  return {
    isThere(slot) {
      if (isWritten[slot] === 1) return true
      if (state === null) return 'unknown'
      const name = stored(slot)
      return name !== null && state.has(name)
    },
    valueAt(slot) {
      const written = values.get(slot)
      return written !== undefined ? written : (state?.get(stored(slot) ?? '') ?? null)
    },
    apply(i) {
      const action = actions[i]
      for (let n = at(writes.from, i); n < at(writes.from, i + 1); n++) {
        const slot = at(writes.items, n)
        isWritten[slot] = 1
        if (isWatched[slot] === 1 && action !== undefined) values.set(slot, declaredValue(action, keys.nameOf(slot)))
      }
    },
  }
}

/** What a step says a key will hold. A state_write's own value comes last, so it stays. */
function declaredValue(action: Action, name: string): Json {
  const { parameters, expected_effects: effects } = action
  if (stateKeyOf(action) === name) return (Object.hasOwn(parameters, 'value') ? parameters.value : null) ?? null
  return (Object.hasOwn(effects, name) ? effects[name] : null) ?? null
}

const NONE: Finding[] = []

function checked({ actions }: Plan, keys: Keys, model: Model, i: number): Finding[] {
  const action = actions[i]
  if (action === undefined) return NONE
  const missing = missingOf(keys, model, i)
  const failing = action.preconditions.length === 0 ? null : failingOf(action, keys, model, i)
  if (missing === null && failing === null) return NONE
  const id = quote(action.id)
  const found: Finding[] = []
  if (missing !== null)
    found.push(
      finding(
        'key_not_available',
        action.id,
        `action ${id} depends on ${first(missing)}, not available at this point of the plan as far as its actions declare`,
      ),
    )
  if (failing !== null)
    found.push(
      finding(
        'precondition_will_fail',
        action.id,
        `precondition will fail: action ${id} asks something of ${first(failing)} that does not hold at this point of the ` +
          'plan as far as its actions declare',
      ),
    )
  return found
}

/** The keys a step depends on that are not there; null, as for nearly every step, where none is missing. */
function missingOf({ waits, nameOf }: Keys, model: Model, i: number): string[] | null {
  let missing: string[] | null = null
  for (let n = at(waits.from, i); n < at(waits.from, i + 1); n++) {
    const slot = at(waits.items, n)
    if (model.isThere(slot) !== false) continue
    missing ??= []
    missing.push(nameOf(slot))
  }
  return missing
}

function failingOf({ preconditions }: Action, { conditions }: Keys, model: Model, i: number): string[] | null {
  const failing = preconditions.filter((condition, c) => {
    const slot = at(conditions.items, at(conditions.from, i) + c)
    const there = model.isThere(slot)
    if (there === 'unknown') return false
    return there ? !holds(condition, model.valueAt(slot)) : failsWhenAbsent(condition)
  })
  return failing.length === 0 ? null : failing.map(({ key }) => key)
}

function first(names: readonly string[]): string {
  const name = names.reduce((a, b) => (compareCodePoints(a, b) <= 0 ? a : b))
  const more = new Set(names).size - 1
  return more === 0 ? quote(name) : `${quote(name)} and ${more} more`
}
