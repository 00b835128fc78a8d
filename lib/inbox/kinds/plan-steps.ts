import type { Confirmation } from '@/lib/confirmation'
import { type PlanCall, readPlan } from '@/lib/plan'
import type { Authorized, Sql, Tool } from '@/lib/tools'

/**
 * What the tools registered here say of their steps, by place: each behind its own authorization, asked once more for
 * whom the plan is described. Throws where one says no or breaks its limits: then nothing of the plan is shown.
 */
export async function describedSteps(
  { org, inputs, proposedFor, principal }: Authorized<PlanCall>,
  registered: ReadonlyMap<string, Tool>,
  sql: Sql,
): Promise<ReadonlyMap<number, Confirmation>> {
  const described = new Map<number, Confirmation>()
  for (const [index, action] of readPlan(inputs).actions.entries()) {
    const tool = action.type === 'tool_call' ? registered.get(action.tool ?? '') : undefined
    if (inputs.versions !== undefined && tool?.version !== inputs.versions[action.tool ?? ''])
      throw new Error(`step ${action.id} has no tool in the version that was proposed`)
    if (tool === undefined) continue
    const proof = (await tool.authorize({ org, inputs: action.parameters, proposedFor }, [principal], sql)).get(
      principal.id,
    )
    if (proof === undefined) throw new Error(`step ${action.id} is not theirs to see any more`)
    const confirmation = await tool.describe(proof, sql)
    if (!confirmation.ok) throw new Error(`${tool.name} described step ${action.id} beyond its limits`)
    described.set(index, confirmation.value)
  }
  return described
}
