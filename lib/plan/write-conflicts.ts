import { type Finding, finding, MOST_NAMED, quote, quoteSome } from './finding'
import type { Keys } from './keys'
import { at } from './lists'
import type { Order } from './order'
import { isDetached, type Plan } from './plan'

/**
 * Finds keys that two steps write without one waiting for the other: both in one level, or one after a detached call
 * that may still be at work. A warning, never a refusal. One finding for a name, at the second of such steps.
 */
export function writeConflicts({ actions }: Plan, keys: Keys, order: Order): Finding[] {
  const { writes, slots } = keys
  const last = new Int32Array(slots).fill(-1)
  const hasDetached = new Uint8Array(slots)
  // by name: to the reader a tenant's key and the shared one of that name are one
  const clashes = new Map<string, Set<number>>()
  for (const i of order.levels.items)
    for (let n = at(writes.from, i); n < at(writes.from, i + 1); n++) {
      const slot = at(writes.items, n)
      const before = at(last, slot)
      last[slot] = i
      if (before >= 0 && (hasDetached[slot] === 1 || order.levelOf[before] === order.levelOf[i])) {
        const name = keys.nameOf(slot)
        const clash = clashes.get(name)
        if (clash === undefined) clashes.set(name, new Set([before, i]))
        else clash.add(before).add(i)
      }
      const action = actions[i]
      if (action !== undefined && isDetached(action)) hasDetached[slot] = 1
    }
  return [...clashes].map(([name, steps]) => {
    const ids: string[] = []
    for (const i of steps) {
      if (ids.length === MOST_NAMED) break
      ids.push(actions[i]?.id ?? '')
    }
    return finding(
      'write_conflict',
      ids[1] ?? null,
      `write conflict: ${quoteSome(ids, steps.size)} declare writing ${quote(name)} and none of them waits for another, ` +
        'so the plan does not say which value stays',
    )
  })
}
