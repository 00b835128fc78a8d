import { keysOf } from './keys'
import { at } from './lists'
import { orderOf } from './order'
import type { Plan } from './plan'

/** Steps that run at one time: their places in the plan, ascending. `sequential`: one after another, else together. */
export type Level = { actions: number[]; sequential: boolean }

/** Orders a plan into levels; each begins when the one before is done (seed §3.3, with the nearest earlier writer). */
export function levels(plan: Plan, tenant?: string): Level[] {
  const { levels: lists, isSequential } = orderOf(plan, keysOf(plan, tenant))
  return isSequential.map((sequential, level) => ({
    actions: [...lists.items.subarray(at(lists.from, level), at(lists.from, level + 1))],
    sequential,
  }))
}

/** For each step the places of those it waits for, ascending: the arrows of the picture. */
export function waitsFor(plan: Plan, tenant?: string): number[][] {
  const { edges } = orderOf(plan, keysOf(plan, tenant))
  return plan.actions.map((_, index) =>
    [...new Set(edges.items.subarray(at(edges.from, index), at(edges.from, index + 1)))].sort((a, b) => a - b),
  )
}
