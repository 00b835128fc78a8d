import { type Client, type Policy, parsePolicy } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import type { Registry, Tool } from '@/lib/tools'
import type { InboxRefusal, Proposal } from './inbox'
import { isId } from './is-id'
import { textFaults } from './plain-text'
import type { ProposalContext } from './ports'

/** What no statement can take, and a life that is none: said before anything is asked. */
export function faultsOf(proposal: Proposal): Refusal['at'] {
  const { onBehalfOf, replaces, expiresInMs } = proposal
  return [
    ...textFaults('$.tool', 'tool' in proposal ? proposal.tool : undefined, 60),
    ...textFaults('$.on_behalf_of', onBehalfOf, 320),
    ...(replaces === undefined || isId(replaces)
      ? []
      : [{ path: '$.replaces', message: 'is not the id of a request' }]),
    ...(expiresInMs === undefined || (Number.isSafeInteger(expiresInMs) && expiresInMs >= 1)
      ? []
      : [{ path: '$.expires_in_seconds', message: 'is not a time to live' }]),
  ]
}

/** A proposal that may go on: its tool, and the policy that holds. */
export type Checked = { tool: Tool; policy: Policy }

export function kindOf({ kind = 'write' }: Proposal): Kind {
  return kind
}

/** A tool, or the own kind that goes as one; a write never reaches a reserved name. */
export function toolOf(registry: Registry, proposal: Proposal): Tool | null {
  const tool = registry.get('tool' in proposal ? proposal.tool : proposal.kind)
  return tool?.kind === kindOf(proposal) ? tool : null
}

/** Everything that can be said without asking the tool; all faults of one kind at once. */
export function check(
  registry: Registry,
  tool: Tool | null,
  proposal: Proposal,
  context: ProposalContext,
  client: Client,
): Result<Checked, InboxRefusal> {
  if (tool === null) return refuse('unknown_tool', [{ path: '$.tool', message: 'is not a tool of this installation' }])
  if ('version' in proposal && proposal.version !== undefined && proposal.version !== tool.version)
    return refuse('version_mismatch', [{ path: '$.version', message: `is not the version in use, ${tool.version}` }])

  const at: Refusal['at'] = [
    ...registry
      .violations(tool, proposal.inputs)
      .map(({ path, message }) => ({ path: `$.inputs${path.slice(1)}`, message })),
    ...tool.check(proposal.inputs, client),
    ...textFaults('$.agent.name', proposal.agent?.name, 80),
    ...textFaults('$.agent.words', proposal.agent?.words, 4_000),
    ...textFaults('$.agent.run', proposal.agent?.run, 200),
  ]
  if (at.length > 0) return refuse('invalid', at)
  if (proposal.onBehalfOf !== undefined && context.onBehalfOf === null)
    return refuse('unknown_person', [{ path: '$.on_behalf_of', message: 'is not a member of this organization' }])

  const written = context.policy ?? tool.policy
  const whose =
    tool.kind === 'write' ? `writes of ${tool.name}` : `requests of kind ${tool.kind} by client ${client.id}`
  const place = tool.kind === 'write' ? '$.tool' : '$.kind'
  if (written === null) return refuse('no_policy', [{ path: place, message: `there is no policy for ${whose}` }])
  const policy = parsePolicy(written)
  if (!policy.ok) return refuse('no_policy', [{ path: place, message: `the policy for ${whose} cannot be read` }])
  return yes({ tool, policy: policy.value })
}
