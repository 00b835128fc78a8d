import { type Json, pathOf } from '@/lib/binding'
import { invariant, type Refusal } from '@/lib/result'
import { parsePlan } from './parse-plan'
import type { Plan } from './plan'
import { MAX_ACTIONS, type ToolSchema } from './verify-plan'

/** A proposed plan and all that it was judged by: all of it is bound. Not in it: the agent's words. */
export type PlanCall = {
  /** As it was proposed; `readPlan` reads it. */
  plan: Json
  /** Schemas that came along, by the name of the tool. */
  tools: { [name: string]: ToolSchema }
  /** Stored keys as the client has them; null: it did not say. */
  state: { [key: string]: Json } | null
  tenant: string | null
  /** By whom it is carried out: the client with a grant, or this installation, step by step. */
  perform: 'client' | 'here'
  /** Of each tool that performs a step here, the version it was proposed with. Countersign adds it; no client sends it. */
  versions?: { [tool: string]: string }
}

/** An id or the name of a tool, in UTF-16 units. */
const NAME_LIMIT = 100

/** Says everything that does not fit, as paths in the call. No entries: it is a `PlanCall`. */
export function planFaults(value: Json): Refusal['at'] {
  if (!isObject(value)) return [{ path: '$', message: 'must be an object' }]
  const { plan, tools, state, tenant, perform, ...others } = value
  const faults: Refusal['at'] = Object.keys(others).map((name) => fault([name], 'is not a field of a plan'))
  const parsed = parsePlan(plan)
  if (!parsed.ok)
    faults.push(...parsed.error.at.map(({ path, message }) => ({ path: `$.plan${path.slice(1)}`, message })))
  else faults.push(...nameFaults(parsed.value))
  if (!isObject(tools)) faults.push(fault(['tools'], 'must be an object'))
  else
    for (const [name, schema] of Object.entries(tools))
      if (!isObject(schema)) faults.push(fault(['tools', name], 'must be an object'))
  if (state !== null && !isObject(state)) faults.push(fault(['state'], 'must be an object of stored keys, or null'))
  if (tenant !== null && (typeof tenant !== 'string' || tenant === ''))
    faults.push(fault(['tenant'], 'must be the name of a tenant, or null'))
  if (perform !== 'client' && perform !== 'here') faults.push(fault(['perform'], 'must be client or here'))
  return faults
}

function nameFaults({ actions }: Plan): Refusal['at'] {
  if (actions.length === 0) return [fault(['plan', 'actions'], 'must have at least one action')]
  // so many are refused unread by verification, which says so
  if (actions.length > MAX_ACTIONS) return []
  return actions.flatMap(({ id, tool = '' }, index) =>
    [['id', id] as const, ['tool', tool] as const].flatMap(([field, text]) => {
      const at = ['plan', 'actions', index, field]
      if (text.length > NAME_LIMIT) return [fault(at, `is longer than ${NAME_LIMIT} characters`)]
      return text.includes('\0') ? [fault(at, 'holds U+0000, which cannot be stored')] : []
    }),
  )
}

/** Reads the plan of a call that has no fault. */
export function readPlan({ plan }: Pick<PlanCall, 'plan'>): Plan {
  const parsed = parsePlan(plan)
  invariant(parsed.ok, 'a plan is read before anything is done with it')
  return parsed.value
}

/** Reads the canonical text of a call that was checked when it was proposed. */
export function planCallIn(inputs: string): PlanCall {
  const call: PlanCall = JSON.parse(inputs)
  return call
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fault(at: (string | number)[], message: string) {
  return { path: pathOf(at), message }
}
