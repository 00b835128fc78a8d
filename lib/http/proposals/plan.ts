import { z } from '@hono/zod-openapi'
import type { Json } from '@/lib/binding'
import type { Proposal } from '@/lib/inbox'
import { anyJson, text } from '../shapes'
import { common, commonOf } from './common'

const anyObject = z
  .custom<{ [name: string]: Json }>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be an object',
  })
  .openapi({ type: 'object' })

/** What verification looks at: the plan and what is known around it. */
const planParts = {
  plan: anyJson.openapi({
    description: 'The proposal: `actions`, each with type, tool, parameters, needs and declared writes. Read strictly.',
  }),
  tools: anyObject.optional().openapi({
    description: 'Schemas of tools that are not registered here: name → { parameters: JSON Schema }.',
  }),
  state: anyObject.nullable().optional().openapi({
    description: 'Stored keys and values as they are now. Left out: what a step needs is not judged.',
  }),
  tenant: text(200).optional(),
  perform: z.enum(['client', 'here']).optional().openapi({
    description: 'here: by this installation, step by step; only for plans of nothing but its own tools.',
  }),
}

/** Several actions, verified before anybody is asked, and decided as one. */
export const plan = z.strictObject({ kind: z.literal('plan'), ...planParts, ...common }).openapi('ProposedPlan')

export const planToVerify = z.strictObject(planParts).openapi('PlanToVerify')

export function toPlan(body: z.infer<typeof plan>): Proposal {
  return { kind: 'plan', inputs: planInputs(body), ...commonOf(body) }
}

/** All of it is bound: the plan, and what it was judged by. */
export function planInputs(body: z.infer<typeof planToVerify>): Json {
  return {
    plan: body.plan,
    tools: body.tools ?? {},
    state: body.state ?? null,
    tenant: body.tenant ?? null,
    perform: body.perform ?? 'client',
  }
}
