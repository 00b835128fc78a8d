import { canonicalize, type Json, pathOf } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { waitsFor } from './levels'
import type { Plan } from './plan'
import { type PlanCall, readPlan } from './plan-call'
import { verifyPlan } from './verify-plan'

type NotFitting = Refusal<'answer_does_not_fit'>

/**
 * Judges which steps of a plan are approved, and writes them as they are recorded: `{"steps":[ids]}` in the order of the
 * plan, canonical text. No answer means all of them.
 *
 * A step may be left out if the plan without it is no worse than the plan that was shown: whatever verification would
 * newly say stands in its way, advice too, for nobody was warned of it. Refuses with every place.
 */
export function judgeSteps(call: PlanCall, answer: Json | undefined): Result<string, NotFitting> {
  const plan = readPlan(call)
  const ids = readAnswer(plan, answer)
  if (!ids.ok) return ids
  const faults = faultsWithout(call, plan, ids.value)
  if (faults.length > 0) return refuse('answer_does_not_fit', faults)
  return yes(answerOf(plan, ids.value))
}

/** The answer that approves these steps. */
export function answerOf({ actions }: Plan, chosen: ReadonlySet<string>): string {
  return canonicalize({ steps: actions.flatMap(({ id }) => (chosen.has(id) ? [id] : [])) })
}

/** The steps that a recorded answer names; null where it is none. It is not judged again. */
export function stepsIn(answer: string | null): ReadonlySet<string> | null {
  if (answer === null || answer === '') return null
  const value: Json = JSON.parse(answer) // canonical text of our own
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Array.isArray(value.steps)) return null
  return new Set(value.steps.filter((id) => typeof id === 'string'))
}

/** The plan with these steps only. */
export function onlySteps(plan: Plan, chosen: ReadonlySet<string>): Plan {
  return { ...plan, actions: plan.actions.filter(({ id }) => chosen.has(id)) }
}

/** Why these steps alone are worse than the plan as shown; no entries: they are not. */
export function faultsWithout(call: PlanCall, plan: Plan, chosen: ReadonlySet<string>): Refusal['at'] {
  if (chosen.size === 0)
    return [{ path: '$.steps', message: 'At least one step must stay: to run nothing, reject it.' }]
  if (chosen.size === plan.actions.length) return []
  const known = new Set(dependenciesOf(call, plan).map(({ message }) => message))
  const edges = waitsFor(plan, call.tenant ?? undefined)
  const number = (id: string | null) => plan.actions.findIndex((action) => action.id === id)
  const sentences = dependenciesOf(call, onlySteps(plan, chosen))
    .filter(({ message }) => !known.has(message))
    .map(({ action, message }) => {
      const index = number(action)
      const missing = (edges[index] ?? []).filter((before) => !chosen.has(plan.actions[before]?.id ?? ''))
      const needed = missing.map((before) => before + 1).join(' and ')
      return needed === '' ? message : `Step ${index + 1} needs what step ${needed} writes.`
    })
  return [...new Set(sentences)].map((message) => ({ path: '$.steps', message }))
}

/** What verification says of needs and conditions. Tools and parameters stay as they were judged. */
function dependenciesOf(call: PlanCall, plan: Plan) {
  const state = call.state === null ? null : new Map(Object.entries(call.state))
  const { findings } = verifyPlan(plan, { tools: new Map(), state, tenant: call.tenant, violations: () => [] })
  return findings.filter(({ code }) => WHEN_LEFT_OUT.has(code))
}

const WHEN_LEFT_OUT: ReadonlySet<string> = new Set([
  'unmeetable_dependency',
  'key_not_available',
  'precondition_will_fail',
])

function readAnswer({ actions }: Plan, answer: Json | undefined): Result<ReadonlySet<string>, NotFitting> {
  if (answer === undefined) return yes(new Set(actions.map(({ id }) => id)))
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return no(['$', 'must be an object'])
  const { steps, ...others } = answer
  const [other] = Object.keys(others)
  if (other !== undefined) return no([pathOf([other]), 'is not known here'])
  if (!Array.isArray(steps)) return no(['$.steps', 'must be a list of ids of steps'])
  const known = new Set(actions.map(({ id }) => id))
  const chosen = new Set<string>()
  for (const [index, id] of steps.entries()) {
    if (typeof id !== 'string' || !known.has(id)) return no([`$.steps[${index}]`, 'is not a step of this plan'])
    if (chosen.has(id)) return no([`$.steps[${index}]`, 'is named twice'])
    chosen.add(id)
  }
  return yes(chosen)
}

function no([path, message]: [string, string]): { ok: false; error: NotFitting } {
  return refuse('answer_does_not_fit', [{ path, message }])
}
