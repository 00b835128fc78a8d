import type { Json } from '@/lib/binding'
import { keysOf, storedKey } from './keys'
import { waitsFor } from './levels'
import { at } from './lists'
import { orderOf } from './order'
import {
  type Action,
  type FailureBehavior,
  type InvocationMode,
  type Precondition,
  type Reversibility,
  stateKeyOf,
} from './plan'
import { type PlanCall, readPlan } from './plan-call'
import { verifyPlan } from './verify-plan'

/** What a person is asked of a plan beside its confirmation: the steps, their order, and what is advised of each. */
export type PlanQuestion = {
  steps: QuestionStep[]
  /** By number of the step. */
  levels: { together: boolean; steps: number[] }[]
  tenant: string | null
  perform: PlanCall['perform']
}

export type QuestionStep = {
  /** From 1, in the order of the plan. */
  number: number
  id: string
  type: Action['type']
  tool: string | null
  /** Of its tool, where that performs it here. */
  version?: string
  parameters: { [name: string]: Json }
  /** What it depends on, and its value in the live state that came along; absent: there is none, or nobody said. */
  reads: { key: string; now?: Json }[]
  conditions: string[]
  writes: string[]
  failure_behavior: FailureBehavior
  invocation_mode: InvocationMode
  reversibility: Reversibility
  compensation: Json
  waits_for: number[]
  advice: { code: string; tier: string; message: string }[]
}

/** Lays out the steps of a call for reading. Of the call alone, so server and browser come to the same. */
export function planQuestion(call: PlanCall): PlanQuestion {
  const plan = readPlan(call)
  const tenant = call.tenant ?? undefined
  const edges = waitsFor(plan, tenant)
  const state = call.state === null ? null : new Map(Object.entries(call.state))
  const { findings } = verifyPlan(plan, { tools: new Map(), state, tenant: call.tenant, violations: () => [] })
  const { levels, isSequential } = orderOf(plan, keysOf(plan, tenant))
  return {
    steps: plan.actions.map((action, index) => ({
      number: index + 1,
      id: action.id,
      type: action.type,
      tool: action.tool ?? null,
      ...versionOf(call, action),
      parameters: action.parameters,
      reads: action.state_dependencies.map((key) => ({ key, ...valueNow(call, action, key) })),
      conditions: action.preconditions.map(sayCondition),
      writes: [
        ...new Set([...Object.keys(action.expected_effects), ...[stateKeyOf(action)].filter((key) => key !== null)]),
      ],
      failure_behavior: action.failure_behavior,
      invocation_mode: action.invocation_mode,
      reversibility: action.reversibility,
      compensation: action.compensation ?? null,
      waits_for: (edges[index] ?? []).map((before) => before + 1),
      advice: findings
        .filter((finding) => finding.action === action.id && !finding.blocks)
        .map(({ code, tier, message }) => ({ code, tier, message })),
    })),
    levels: isSequential.map((one, level) => ({
      together: !one,
      steps: [...levels.items.subarray(at(levels.from, level), at(levels.from, level + 1))].map((index) => index + 1),
    })),
    tenant: call.tenant,
    perform: call.perform,
  }
}

function versionOf({ versions = {} }: PlanCall, { tool = '' }: Action): { version?: string } {
  const version = Object.hasOwn(versions, tool) ? versions[tool] : undefined
  return version === undefined ? {} : { version }
}

function valueNow({ state, tenant }: PlanCall, action: Action, key: string): { now?: Json } {
  const stored = storedKey(action, key, tenant)
  const now = state !== null && stored !== null && Object.hasOwn(state, stored) ? state[stored] : undefined
  return now === undefined ? {} : { now }
}

const SAID: Record<Precondition['operator'], string> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  lt: 'is less than',
  gte: 'is at least',
  lte: 'is at most',
  exists: 'is there',
  not_exists: 'is not there',
  contains: 'contains',
}

/** A condition in words: «payroll.active is true (she is paid from day one)». */
export function sayCondition({ key, operator, value, description }: Precondition): string {
  const bare = operator === 'exists' || operator === 'not_exists'
  const rule = `${key} ${SAID[operator]}${bare ? '' : ` ${JSON.stringify(value)}`}`
  return description === '' ? rule : `${rule} (${description})`
}
