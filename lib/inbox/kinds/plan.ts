import { type Json, pathOf } from '@/lib/binding'
import type { Confirmation } from '@/lib/confirmation'
import type { ApprovalSchema, Gate } from '@/lib/gate'
import {
  describePlan,
  judgeSteps,
  levels,
  type PlanCall,
  type PlanVerdict,
  planFaults,
  planQuestion,
  readPlan,
  type ToolSchema,
  verifyPlan,
} from '@/lib/plan'
import type { Refusal } from '@/lib/result'
import { defineKind, type JsonSchema, type Tool, type Violations } from '@/lib/tools'
import { describedSteps } from './plan-steps'

type Validators = Pick<Gate, 'acceptSchema' | 'judge'> & { compile(schema: JsonSchema): Violations }

/**
 * A plan of several actions as a request. `tools` are those registered here: their steps are checked by their schemas,
 * shown to those who could make each of them, and described by them; other schemas come along with the plan.
 */
export function planKind(tools: readonly Tool[], validators: Validators): Tool {
  const known = new Map(tools.map((tool) => [tool.name, { tool, violations: validators.compile(tool.inputs) }]))
  const registered = new Map(tools.map((tool) => [tool.name, tool]))

  const verify = (call: PlanCall): PlanVerdict => {
    const schemas = new Map<string, ToolSchema>(Object.entries(call.tools))
    const checks = new Map<Json, Violations>()
    for (const [name, { tool, violations }] of known) {
      const parameters: Json = { tool: name, version: tool.version }
      schemas.set(name, { parameters })
      checks.set(parameters, violations)
    }
    return verifyPlan(readPlan(call), {
      tools: schemas,
      state: call.state === null ? null : new Map(Object.entries(call.state)),
      tenant: call.tenant,
      violations: (input, schema) => checks.get(schema)?.(input) ?? sentAlong(validators, input, schema),
    })
  }

  return defineKind<PlanCall>({
    name: 'plan',
    label: 'Plan',
    check(inputs) {
      const faults = planFaults(inputs)
      if (faults.length > 0) return faults
      const call = inputs as PlanCall // it has no fault
      return [...schemaFaults(call, known, validators), ...performFaults(call, registered)]
    },
    // a step performed here is performed by the very version that was approved
    take: (call) => (call.perform === 'here' ? { ...call, versions: versionsOf(call, registered) } : call),
    rejects(call) {
      const { outcome, findings } = verify(call)
      return outcome === 'allow' ? [] : findings.filter(({ blocks }) => blocks).map(placed(call))
    },
    verdict(call) {
      const { outcome, blocked, reason, findings } = verify(call)
      const ids = readPlan(call).actions.map(({ id }) => id)
      const order = outcome === 'reject' && blocked.length === 0 ? [] : levels(readPlan(call), call.tenant ?? undefined)
      return {
        outcome,
        blocked,
        reason,
        findings: findings.map((finding) => ({ ...finding })),
        levels: order.map(({ actions, sequential }) => ({ actions: actions.map((i) => ids[i] ?? ''), sequential })),
      }
    },
    async authorize({ org, inputs, proposedFor }, principals, sql) {
      let may = principals
      for (const [tool, parameters] of stepsHere(inputs, registered)) {
        const proofs = await tool.authorize({ org, inputs: parameters, proposedFor }, may, sql)
        may = may.filter(({ id }) => proofs.has(id))
      }
      return may.map(({ id }) => id)
    },
    async describe(call, sql): Promise<Confirmation> {
      const advice = verify(call.inputs).findings
      return describePlan(call.inputs, await describedSteps(call, registered, sql), advice)
    },
    question: (call) => ({ ...planQuestion(call) }) as unknown as Json, // plain data throughout
    judgeAnswer: judgeSteps,
    performs: ({ perform }) => (perform === 'here' ? 'outside' : 'client'),
  })
}

/** The steps whose tools are registered here, with what each tool would get. */
function* stepsHere(call: PlanCall, registered: ReadonlyMap<string, Tool>): Generator<[Tool, Json]> {
  for (const action of readPlan(call).actions) {
    const tool = action.type === 'tool_call' ? registered.get(action.tool ?? '') : undefined
    if (tool !== undefined) yield [tool, action.parameters]
  }
}

function versionsOf(call: PlanCall, registered: ReadonlyMap<string, Tool>): { [tool: string]: string } {
  return Object.fromEntries([...stepsHere(call, registered)].map(([{ name, version }]) => [name, version]))
}

/** A finding at the action it names, else at the whole list. */
function placed(call: PlanCall) {
  const ids = readPlan(call).actions.map(({ id }) => id)
  return ({ action, message }: PlanVerdict['findings'][number]) => {
    const index = action === null ? -1 : ids.indexOf(action)
    return { path: index < 0 ? '$.plan.actions' : `$.plan.actions[${index}]`, message }
  }
}

/** A name that is registered here means the tool here; other schemas must compile. */
function schemaFaults(
  { tools }: PlanCall,
  known: ReadonlyMap<string, unknown>,
  { acceptSchema }: Validators,
): Refusal['at'] {
  return Object.entries(tools).flatMap(([name, { parameters }]) => {
    const at = pathOf(['tools', name])
    if (known.has(name)) return [{ path: at, message: 'is a tool of this installation, which has its own schema' }]
    if (parameters === undefined) return []
    const accepted = acceptSchema(parameters)
    return accepted.ok
      ? []
      : accepted.error.at.map(({ path, message }) => ({ path: `${at}.parameters${path.slice(1)}`, message }))
  })
}

function sentAlong({ acceptSchema, judge }: Validators, input: Json, schema: Json) {
  const accepted = acceptSchema(schema)
  const judged = accepted.ok ? judge(input, accepted.value satisfies ApprovalSchema) : accepted
  return judged.ok ? [] : judged.error.at
}

/** Performing here is for plans of nothing but tools that this installation performs. */
function performFaults(call: PlanCall, registered: ReadonlyMap<string, Tool>): Refusal['at'] {
  if (call.perform === 'client') return []
  return readPlan(call).actions.flatMap(({ id, type, tool = '' }, index) => {
    const performs = type === 'tool_call' ? registered.get(tool)?.performs : undefined
    if (performs === 'here' || performs === 'outside') return []
    return [
      {
        path: `$.plan.actions[${index}]`,
        message: `cannot be performed here: '${id}' calls no tool that this installation performs`,
      },
    ]
  })
}
