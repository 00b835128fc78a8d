import type { Keys } from './keys'
import { at, grouped, Listing, type Lists } from './lists'
import { type Action, type Plan, stateKeyOf } from './plan'

/** In which order the steps of a plan run. */
export type Order = {
  /** Per level the places of its steps in the plan, ascending. */
  levels: Lists
  isSequential: boolean[]
  levelOf: Int32Array
  /** `rank[j] < rank[i]` exactly when j is finished before i begins (seed §3.3). */
  rank: Int32Array
  /** Per step the steps it waits for; one may be named twice. */
  edges: Lists
}

/**
 * Orders steps into levels: a step waits for the nearest earlier step that declares writing a key it depends on, and a
 * state_write for the state_write of its key before it. Edges lead back only, so there is no cycle to find. A level is
 * run one by one where it has one step, or one that stops the plan when it fails; else together.
 */
export function orderOf(plan: Plan, keys: Keys): Order {
  const { edges, levelOf, depth } = edgesOf(plan, keys)
  const levels = grouped(depth, plan.actions.length, (index) => at(levelOf, index))
  return { levels, levelOf, edges, ...ranksOf(plan.actions, levels) }
}

function edgesOf({ actions }: Plan, { slots, waits, writes }: Keys) {
  const edges = new Listing(actions.length)
  const levelOf = new Int32Array(actions.length)
  const writer = new Int32Array(slots).fill(-1)
  const stateWriter = new Int32Array(slots).fill(-1)
  let depth = 0

  // no function is made in this loop: it runs for every step of the longest plan
  for (let i = 0; i < actions.length; i++) {
    let level = 0
    for (let n = at(waits.from, i); n < at(waits.from, i + 1); n++) {
      const j = at(writer, at(waits.items, n))
      if (j < 0) continue
      edges.add(j)
      if (at(levelOf, j) >= level) level = at(levelOf, j) + 1
    }
    const end = at(writes.from, i + 1)
    const action = actions[i]
    if (action?.type === 'state_write' && stateKeyOf(action) !== null) {
      const slot = at(writes.items, end - 1)
      const j = at(stateWriter, slot)
      stateWriter[slot] = i
      if (j >= 0) {
        edges.add(j)
        if (at(levelOf, j) >= level) level = at(levelOf, j) + 1
      }
    }
    for (let n = at(writes.from, i); n < end; n++) writer[at(writes.items, n)] = i
    levelOf[i] = level
    if (level >= depth) depth = level + 1
    edges.end()
  }
  return { edges: edges.done(), levelOf, depth }
}

function ranksOf(actions: readonly Action[], { from, items }: Lists) {
  const isSequential: boolean[] = []
  const rank = new Int32Array(actions.length)
  for (let level = 0; level + 1 < from.length; level++) {
    const [begin, end] = [at(from, level), at(from, level + 1)]
    let isOneByOne = end - begin === 1
    for (let n = begin; n < end && !isOneByOne; n++) isOneByOne = actions[at(items, n)]?.failure_behavior === 'abort'
    isSequential.push(isOneByOne)
    for (let n = begin; n < end; n++) rank[at(items, n)] = isOneByOne ? n : begin
  }
  return { isSequential, rank }
}
