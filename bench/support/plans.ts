import type { Json } from '@/lib/binding'
import { type Plan, type PlanVerdict, parsePlan, verifyPlan } from '@/lib/plan'

export const SHAPES = ['chain', 'fan', 'random'] as const
export type Shape = (typeof SHAPES)[number]

/** A plan of so many tool calls that works: each step's key in a chain, one key for all, or two of the keys before. */
export function planOf(shape: Shape, count: number): Plan {
  const parsed = parsePlan({ actions: Array.from({ length: count }, (_, n) => stepOf(shape, n)) })
  if (!parsed.ok) throw new Error('the plan of a measurement parses')
  return parsed.value
}

function stepOf(shape: Shape, n: number): Json {
  // the first is detached, so that every dependency has to be met by a declared write
  const step = { id: `s${n}`, type: 'tool_call', tool: 'step', parameters: { n }, invocation_mode: 'long_running' }
  const needs = {
    chain: [n - 1],
    fan: [0],
    random: [(n * 7919 + 13) % n, (n * 104_729 + 7) % n],
  }[shape]
  return {
    ...step,
    state_dependencies: n === 0 ? [] : needs.map((earlier) => `key-${earlier}`),
    expected_effects: { [`key-${n}`]: n },
  }
}

const tools = new Map([['step', { parameters: {} }]])
const state = new Map<string, Json>()

export function verify(plan: Plan): PlanVerdict {
  return verifyPlan(plan, { tools, state, maxActions: Number.MAX_SAFE_INTEGER, violations: () => [] })
}

/** What nobody can be faster than: every key that a step names is put into a Map. */
export function control({ actions }: Plan): Map<string, number> {
  const keys = new Map<string, number>()
  for (const { state_dependencies, expected_effects } of actions) {
    for (const key of state_dependencies) keys.set(key, keys.size)
    for (const key of Object.keys(expected_effects)) keys.set(key, keys.size)
  }
  return keys
}
