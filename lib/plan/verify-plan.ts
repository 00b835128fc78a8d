import type { Json } from '@/lib/binding'
import { type Finding, finding, quote } from './finding'
import { forwardWalk } from './forward-walk'
import { keysOf } from './keys'
import { orderOf } from './order'
import type { Action, Plan } from './plan'
import { repeatedCalls } from './repeated-calls'
import { unmeetable } from './unmeetable'
import { writeConflicts } from './write-conflicts'

/** What is known of a tool. `parameters` is its JSON Schema; absent or empty: anything fits. */
export type ToolSchema = { name?: string; description?: string; parameters?: Json }

export type PlanContext = {
  /** By name. Empty means that nobody declared any, not that there are none: existence and parameters go unjudged. */
  tools: ReadonlyMap<string, ToolSchema>
  /** Stored keys: shared ones as they are, a tenant's as `tenant:<tenant>:<key>`. Absent: dependencies go unjudged. */
  state?: ReadonlyMap<string, Json> | null
  tenant?: string | null
  /** Longer plans are refused unread. */
  maxActions?: number
  /** The full JSON Schema validator: where a value does not fit. */
  violations: (input: Json, schema: Json) => { path: string; message: string }[]
}

export type PlanVerdict = {
  outcome: 'allow' | 'reject'
  /** Ids of the actions that blocking findings name, each once; none: the plan as a whole. */
  blocked: string[]
  /** All blocking messages; empty for an allowed plan. */
  reason: string
  /** Blocking ones first. */
  findings: Finding[]
}

/** As many actions as a plan may have where nobody says otherwise. */
export const MAX_ACTIONS = 100

/**
 * Judges a whole plan before its first action runs (seed §3.6): one that is certain to fail is refused, one that might
 * not work is allowed with advice. Time and memory grow as the plan does.
 */
export function verifyPlan(plan: Plan, context: PlanContext): PlanVerdict {
  const most = context.maxActions ?? MAX_ACTIONS
  const { length } = plan.actions
  if (length > most)
    return verdict([
      finding('too_many_actions', null, `the plan has ${length} actions, more than the ${most} it may have`),
    ])

  const keys = keysOf(plan, context.tenant)
  const order = orderOf(plan, keys)
  return verdict(
    toolFindings(plan, context).concat(
      context.state ? unmeetable(plan, keys, order, context.state) : [],
      forwardWalk(plan, keys, order, context.state),
      repeatedCalls(plan),
      writeConflicts(plan, keys, order),
    ),
  )
}

function verdict(findings: Finding[]): PlanVerdict {
  const blocking = findings.filter(({ blocks }) => blocks)
  if (blocking.length === 0) return { outcome: 'allow', blocked: [], reason: '', findings }
  return {
    outcome: 'reject',
    blocked: [...new Set(blocking.flatMap(({ action }) => (action === null ? [] : [action])))],
    reason: `static verification failed: ${blocking.map(({ message }) => message).join('; ')}`,
    findings,
  }
}

/** What is wrong with the tool of each action, whatever the state. */
function toolFindings({ actions }: Plan, context: PlanContext): Finding[] {
  const found: Finding[] = []
  for (const action of actions) {
    const one = action.type === 'tool_call' ? toolFinding(action, context) : null
    if (one !== null) found.push(one)
  }
  return found
}

function toolFinding({ id, tool, parameters }: Action, { tools, violations }: PlanContext): Finding | null {
  if (tool === undefined || tool === '')
    return finding('tool_missing', id, `action ${quote(id)} is a tool_call without a tool`)
  if (tools.size === 0) return null
  const known = tools.get(tool)
  if (known === undefined)
    return finding('tool_unknown', id, `action ${quote(id)} calls ${quote(tool)}, which is not a registered tool`)
  if (known.parameters === undefined || !constrains(known.parameters)) return null
  const places = violations(parameters, known.parameters)
  if (places.length === 0) return null
  const told = places.map(({ path, message }) => `${path} ${message}`).join(', ')
  return finding(
    'parameters_do_not_fit',
    id,
    `the parameters of action ${quote(id)} do not fit the tool ${quote(tool)}: ${told}`,
  )
}

function constrains(schema: Json): boolean {
  return typeof schema !== 'object' || schema === null || Array.isArray(schema) || Object.keys(schema).length > 0
}
