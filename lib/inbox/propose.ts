import { canonicalize, digest, fingerprint, type Json } from '@/lib/binding'
import { type Confirmation, displayDigest, LIMITS } from '@/lib/confirmation'
import { bindingUser, type Client, type Policy, type Principal, parsePolicy, reachOf, standingOf } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import { invariant, type Refusal, type Result, refuse, yes } from '@/lib/result'
import type { Authorized, Registry, Tool } from '@/lib/tools'
import type { Answer, ClientView, Idempotency, InboxRefusal, Proposal } from './inbox'
import { isId } from './is-id'
import { textFaults } from './plain-text'
import type { Ports, ProposalContext } from './ports'

/**
 * Proposes a write, or one of Countersign's own kinds: check, authorize for whom it is proposed, find who may decide, describe, store.
 *
 * Three steps talk to the database: what is known (one round trip), the tool's own questions, the insert with its
 * eligibility rows, event and timer (one transaction). Proposing the same call twice makes two requests; only the same
 * Idempotency-Key with the same body answers the first one again.
 */
export async function propose(
  ports: Ports,
  registry: Registry,
  client: Client,
  proposal: Proposal,
  idempotency: Idempotency | null,
): Promise<Result<Answer<{ request: ClientView }>, InboxRefusal>> {
  if (!client.scopes.includes('propose')) return refuse('scope_missing')
  const faults = faultsOf(proposal)
  if (faults.length > 0) return refuse('invalid', faults)
  const tool = toolOf(registry, proposal)
  const context = await ports.store.proposalContext({
    org: client.org,
    kind: kindOf(proposal),
    subject: 'tool' in proposal ? proposal.tool : client.id,
    onBehalfOf: proposal.onBehalfOf ?? null,
    policy: tool?.policy ?? null,
    client: client.id,
    unprovenKey: client.unprovenKey ?? null,
    key: idempotency?.key ?? null,
  })
  if (!context.isProven) return refuse('unauthenticated')
  if (context.replay !== null && idempotency !== null) {
    if (context.replay.bodyHash !== idempotency.bodyHash) return refuse('idempotency_key_reused')
    return yes({ request: context.replay.answer as ClientView, replayed: true })
  }

  const checked = check(registry, tool, proposal, context, client)
  if (!checked.ok) return checked
  const rejected = checked.value.tool.rejects(proposal.inputs)
  if (rejected.length > 0) {
    await ports.store.recordRejected({ client, hash: digest(proposal.inputs), findings: rejected.length })
    return refuse('plan_rejected', rejected)
  }
  const proposedFor: Principal = context.onBehalfOf ?? client
  const inputs = checked.value.tool.take(proposal.inputs, client)
  const described = await authorizeAndDescribe(ports, checked.value, client, proposedFor, inputs, context)
  if (!described.ok) return described

  const { policy, tool: known } = checked.value
  const { confirmation, standings } = described.value
  const boundUser = bindingUser(client, context.onBehalfOf)
  const print = fingerprint({
    tool: known.name,
    version: known.version,
    inputs,
    user: boundUser,
    org: client.org,
  })
  invariant(print.ok, 'a registered tool and a known principal make a binding')
  const onBehalfOf = context.onBehalfOf?.id ?? null
  const id = ports.newId()

  const { code, answer } = await ports.store.propose({
    org: client.org,
    id,
    call: {
      kind: known.kind,
      client: client.id,
      tool: known.name,
      version: known.version,
      inputs: canonicalize(inputs),
      bound_user: boundUser,
      fingerprint: print.value,
      on_behalf_of: onBehalfOf,
      agent_name: proposal.agent?.name ?? null,
      agent_words: proposal.agent?.words ?? null,
      agent_run: proposal.agent?.run ?? null,
      title: confirmation.title,
      warnings: confirmation.warnings.length,
      described: canonicalize(confirmation),
      quorum: policy.quorum,
      one_ends: policy.oneEnds,
      policy,
      roll: context.roll,
      replaces: proposal.replaces ?? null,
    },
    lifetimeMs: Math.min(proposal.expiresInMs ?? policy.lifetimeMs, policy.lifetimeMs),
    standings,
    event: {
      tool: known.name,
      version: known.version,
      fingerprint: print.value,
      display_digest: displayDigest(confirmation, known.question(inputs)),
      on_behalf_of: onBehalfOf,
      title: confirmation.title,
      warnings: confirmation.warnings.length,
      quorum: policy.quorum,
    },
    answer: {
      id,
      kind: known.kind,
      status: 'pending',
      outcome: null,
      outcomeNote: null,
      tool: known.name,
      version: known.version,
      title: confirmation.title,
      fingerprint: print.value,
      onBehalfOf,
      decidedAt: null,
      decision: null,
      approvals: { have: 0, need: policy.quorum },
      answer: null,
      replaces: proposal.replaces ?? null,
      steps: [],
      replacedBy: null,
      events: 1,
    },
    idempotency,
  })
  if (code === 'reused') return refuse('idempotency_key_reused')
  if (code === 'unknown_replaces')
    return refuse('invalid', [{ path: '$.replaces', message: 'is not a request of this client' }])
  return yes({ request: answer as ClientView, replayed: code === 'replayed' })
}

/** What no statement can take, and a life that is none: said before anything is asked. */
function faultsOf(proposal: Proposal): Refusal['at'] {
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

type Checked = { tool: Tool; policy: Policy }

function kindOf({ kind = 'write' }: Proposal): Kind {
  return kind
}

/** A tool, or the own kind that goes as one; a write never reaches a reserved name. */
function toolOf(registry: Registry, proposal: Proposal): Tool | null {
  const tool = registry.get('tool' in proposal ? proposal.tool : proposal.kind)
  return tool?.kind === kindOf(proposal) ? tool : null
}

/** Everything that can be said without asking the tool; all faults of one kind at once. */
function check(
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

/** Asks the tool once for everyone whom the policy reaches, then describes with the requester's own proof. */
async function authorizeAndDescribe(
  ports: Ports,
  { tool, policy }: Checked,
  client: Client,
  proposedFor: Principal,
  inputs: Json,
  context: ProposalContext,
): Promise<Result<{ confirmation: Confirmation; standings: ReturnType<typeof standingOf>[] }, InboxRefusal>> {
  const onBehalfOf = context.onBehalfOf?.id ?? null
  const reaches = new Set(reachOf(policy, { proposedFor: onBehalfOf }, context.people))
  const reached = context.people.filter(({ id }) => reaches.has(id))
  const sql = ports.store.readSql(client.org)
  let proofs: ReadonlyMap<string, Authorized>
  let confirmation: Result<Confirmation>
  try {
    const principals = [proposedFor, ...reached.filter((person) => person.id !== proposedFor.id)]
    proofs = await tool.authorize({ org: client.org, inputs, proposedFor }, principals, sql)
    const proof = proofs.get(proposedFor.id)
    if (proof === undefined) return refuse('not_authorized')
    confirmation = await tool.describe(proof, sql)
  } catch (error) {
    ports.log('error', 'tool.threw', { tool: tool.name, step: 'propose', error })
    return refuse('tool_failed')
  }
  if (!confirmation.ok) {
    ports.log('error', 'tool.bad_confirmation', { tool: tool.name, at: confirmation.error.at })
    return refuse('tool_failed')
  }
  // the title alone is kept as it is, for lists; the rest as canonical text, which has no such character
  const unkept = textFaults('$.title', confirmation.value.title, LIMITS.title)
  if (unkept.length > 0) {
    ports.log('error', 'tool.bad_confirmation', { tool: tool.name, at: unkept })
    return refuse('tool_failed')
  }
  const standings = reached
    .filter((person) => proofs.has(person.id))
    .map((person) => standingOf(policy, { proposedFor: onBehalfOf }, person))
  if (standings.filter((standing) => standing.mayDecide).length < policy.quorum) return refuse('nobody_may_decide')
  return yes({ confirmation: confirmation.value, standings })
}
