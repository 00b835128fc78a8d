import { Listing, type Lists } from './lists'
import { type Action, type Plan, stateKeyOf } from './plan'
import { failsWhenAbsent } from './precondition'

/**
 * Every key of a plan as a number, and which step needs and writes which.
 *
 * A key is a *slot*: its name and whose it is. Under a tenant each name has two, the shared one and the tenant's, so a
 * shared key named `tenant:acme:k` is never taken for the key `k` of acme (seed §3.9.2). One look into a Map for each
 * key that is named, numbers after that: this keeps a plan of 100,000 steps near the cost of reading it.
 */
export type Keys = {
  /** How many slots there are. */
  slots: number
  nameOf(slot: number): string
  /** The name in the state that was handed in; null where no stored key can be this one. */
  storedAs(slot: number): string | null
  /** Per step its state_dependencies: what orders steps. */
  waits: Lists
  /** state_dependencies and the keys of preconditions that fail on an absent key: what a step cannot do without. */
  needs: Lists
  /** The key of each precondition, in their order. */
  conditions: Lists
  /** Declared writes: keys of expected_effects, and the key of a state_write, which comes last. */
  writes: Lists
}

const TENANT_PREFIX = 'tenant:'

export function keysOf({ actions }: Plan, tenant?: string | null): Keys {
  const numbers = new Map<string, number>()
  const names: string[] = []
  const number = (name: string) => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, names.length)
    return names.push(name) - 1
  }
  const isTenanted = typeof tenant === 'string'
  const width = isTenanted ? 2 : 1
  const waits = new Listing(actions.length)
  const needs = new Listing(actions.length)
  const conditions = new Listing(actions.length)
  const writes = new Listing(actions.length)

  for (const action of actions) {
    const own = isTenanted && !readsShared(action) ? 1 : 0
    for (const key of action.state_dependencies) {
      const slot = number(key) * width + own
      waits.add(slot)
      needs.add(slot)
    }
    for (const condition of action.preconditions) {
      const slot = number(condition.key) * width + own
      conditions.add(slot)
      if (failsWhenAbsent(condition)) needs.add(slot)
    }
    const stateKey = stateKeyOf(action)
    for (const key of Object.keys(action.expected_effects)) {
      if (key === stateKey) continue
      const slot = number(key) * width
      writes.add(slot + own)
      // what a handler says it writes may land in either
      if (isTenanted && own === 0) writes.add(slot + 1)
    }
    if (stateKey !== null) writes.add(number(stateKey) * width + own)
    waits.end()
    needs.end()
    conditions.end()
    writes.end()
  }

  const nameOf = (slot: number) => names[Math.floor(slot / width)] ?? ''
  return {
    slots: names.length * width,
    nameOf,
    storedAs(slot) {
      if (!isTenanted) return nameOf(slot)
      if (slot % 2 === 1) return `${TENANT_PREFIX}${encoded(tenant)}:${nameOf(slot)}`
      return nameOf(slot).startsWith(TENANT_PREFIX) ? null : nameOf(slot)
    },
    waits: waits.done(),
    needs: needs.done(),
    conditions: conditions.done(),
    writes: writes.done(),
  }
}

/** A tool's handler reads shared keys, a state action its tenant's (seed §3.4). */
function readsShared({ type }: Action): boolean {
  return type === 'tool_call'
}

/** The name under which a step's key stands in the state that was handed in; null where none can be it. */
export function storedKey(action: Action, key: string, tenant: string | null): string | null {
  if (tenant === null) return key
  if (!readsShared(action)) return `${TENANT_PREFIX}${encoded(tenant)}:${key}`
  return key.startsWith(TENANT_PREFIX) ? null : key
}

/** A colon in a tenant's name would move the border between it and the key: `a:b` and `c` are not `a` and `b:c`. */
function encoded(tenant: string): string {
  return tenant.replaceAll('%', '%25').replaceAll(':', '%3A')
}
