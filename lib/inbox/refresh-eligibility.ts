import { parsePolicy, reachOf, standingOf } from '@/lib/policy'
import { invariant } from '@/lib/result'
import type { Registry } from '@/lib/tools'
import { storedInputs } from './authorized-call'
import type { NearPerson, Ports, RefreshContext } from './ports'

/**
 * Makes the eligibility of a pending request anew from the memberships of now: the same functions that made it when it
 * was proposed. May be called at any time by anybody; does nothing where no mark asks for it.
 *
 * Whoever lost the right to decide loses the verdict too, and the history says so. It is written under the request's
 * lock and only if memberships are still those that were read; else it begins again.
 */
export async function refreshEligibility(
  ports: Ports,
  registry: Registry,
  org: string,
  request: string,
): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const context = await ports.store.refreshContext(org, request)
    if (context === null || context.mark === null) return
    const policy = parsePolicy(context.policy)
    invariant(policy.ok, 'a stored policy was parsed when it was proposed under')
    const asked = { proposedFor: context.onBehalfOf }
    const reached = new Set(reachOf(policy.value, asked, context.people))
    const may = await authorized(
      ports,
      registry,
      org,
      request,
      context,
      context.people.filter(({ id }) => reached.has(id)),
    )
    const standings = may.map((person) => standingOf(policy.value, asked, person))
    const code = await ports.store.refreshEligibility({ org, request, mark: context.mark, standings })
    if (code !== 'again') return
  }
}

const TURNS = 5

/**
 * Of these, whom the tool authorizes. Where it cannot be asked, those who were authorized before: nobody new comes to
 * see it, and who lost the right by the memberships loses it all the same. It is asked again in a minute, without end, as
 * else whoever came meanwhile would never see it; deciding does not wait for that.
 */
async function authorized(
  ports: Ports,
  registry: Registry,
  org: string,
  request: string,
  context: RefreshContext,
  people: NearPerson[],
): Promise<NearPerson[]> {
  const known = people.filter(({ id }) => context.rows.includes(id))
  const tool = registry.get(context.tool)
  if (tool === null || tool.version !== context.version) return known
  try {
    const call = { org, inputs: storedInputs(context.inputs), proposedFor: context.proposedFor }
    const proofs = await tool.authorize(call, people, ports.store.readSql(org))
    return people.filter(({ id }) => proofs.has(id))
  } catch (error) {
    ports.log('error', 'tool.threw', { tool: context.tool, request, step: 'refresh', error })
    await ports.store.refreshLater(org, request)
    return known
  }
}
