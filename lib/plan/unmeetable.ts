import type { Json } from '@/lib/binding'
import { compareCodePoints } from './compare-code-points'
import { type Finding, finding, MOST_NAMED, quote, quoteSome } from './finding'
import type { Keys } from './keys'
import { at, grouped, type Lists } from './lists'
import type { Order } from './order'
import { isDetached, type Plan } from './plan'

/**
 * Finds the steps that are certain to be refused when their turn comes, because a key they need cannot be there by then
 * (seed §3.5). One finding each, in the order of the plan.
 *
 * Everything starts stuck. A step is freed when each key it needs has a free declared writer that is finished before
 * it, or when any free tool call is, unless that is detached: its handler may set a key without saying so. Only what is
 * finished before frees, so one walk in running order comes to what repeating until nothing changes would.
 */
export function unmeetable(plan: Plan, keys: Keys, order: Order, state: ReadonlyMap<string, Json>): Finding[] {
  const { actions } = plan
  const { needs, writes } = keys
  const { from, items } = order.levels
  const isServed = servedByState(keys, state)
  let isAfterToolCall = false
  /** Per step the first of its needs that nobody serves, plus one; 0: it is free. */
  const lacks = new Int32Array(actions.length)

  for (let level = 0; level < order.isSequential.length; level++) {
    const [begin, end, isSequential] = [at(from, level), at(from, level + 1), order.isSequential[level] === true]
    for (let n = begin; n < end; n++) {
      const i = at(items, n)
      if (!isAfterToolCall) lacks[i] = firstLack(keys, isServed, i) + 1
      if (isSequential) finish(i)
    }
    // together: none of them is finished before another
    if (!isSequential) for (let n = begin; n < end; n++) finish(at(items, n))
  }

  function finish(i: number): void {
    if (lacks[i] !== 0) return
    for (let n = at(writes.from, i); n < at(writes.from, i + 1); n++) isServed[at(writes.items, n)] = 1
    const action = actions[i]
    if (action?.type === 'tool_call' && !isDetached(action)) isAfterToolCall = true
  }

  const stuck: number[] = []
  for (let i = 0; i < actions.length; i++) if (lacks[i] !== 0) stuck.push(i)
  if (stuck.length === 0) return []
  const writers = writersOf(keys)
  return stuck.map((i) => {
    const slot = at(needs.items, at(lacks, i) - 1)
    return stuckFinding(plan, i, keys.nameOf(slot), writers, slot)
  })
}

/** Where in `needs` the first key by code point stands that is neither in state nor written before; -1: none is. */
function firstLack({ needs, nameOf }: Keys, isServed: Uint8Array, i: number): number {
  let found = -1
  for (let n = at(needs.from, i); n < at(needs.from, i + 1); n++) {
    if (isServed[at(needs.items, n)] === 1) continue
    if (found < 0 || compareCodePoints(nameOf(at(needs.items, n)), nameOf(at(needs.items, found))) < 0) found = n
  }
  return found
}

/** 1 for every needed key that is in state; each is looked up once. */
function servedByState({ slots, needs, storedAs }: Keys, state: ReadonlyMap<string, Json>): Uint8Array {
  const isServed = new Uint8Array(slots)
  if (state.size === 0) return isServed
  const isKnown = new Uint8Array(slots)
  for (let n = 0; n < needs.items.length; n++) {
    const slot = at(needs.items, n)
    if (isKnown[slot] === 1) continue
    isKnown[slot] = 1
    const stored = storedAs(slot)
    if (stored !== null && state.has(stored)) isServed[slot] = 1
  }
  return isServed
}

/** Per key the steps that declare writing it, in the order of the plan. */
function writersOf({ slots, writes }: Keys): Lists {
  const who = new Int32Array(writes.items.length)
  for (let i = 0; i + 1 < writes.from.length; i++) who.fill(i, at(writes.from, i), at(writes.from, i + 1))
  const { from, items } = grouped(slots, who.length, (place) => at(writes.items, place))
  return { from, items: items.map((place) => at(who, place)) }
}

function stuckFinding({ actions }: Plan, index: number, key: string, { from, items }: Lists, slot: number): Finding {
  const id = actions[index]?.id ?? ''
  const writers = items.subarray(at(from, slot), at(from, slot + 1))
  const first = [...writers.subarray(0, MOST_NAMED)].map((writer) => actions[writer]?.id ?? '')
  const declared =
    writers.length === 0
      ? 'no action declares writing it'
      : `its declared writers (${quoteSome(first, writers.length)}) are themselves refused or run after it`
  return finding(
    'unmeetable_dependency',
    id,
    `unmeetable dependency: action ${quote(id)} needs ${quote(key)}, which is not in state; ${declared}, and no tool call ` +
      `finishes before it to set ${quote(key)}, so the proposal cannot complete through its declared effects and ordering. ` +
      `Declare the write on an action that runs earlier, or set ${quote(key)} before submitting`,
  )
}
