import { canonicalize, digest, fingerprint, type Json } from '@/lib/binding'
import { type Confirmation, displayDigest, LIMITS } from '@/lib/confirmation'
import { bindingUser, type Client, type Principal, reachOf, standingOf } from '@/lib/policy'
import { invariant, type Result, refuse, yes } from '@/lib/result'
import type { Authorized, Registry, Tool } from '@/lib/tools'
import { type Checked, check, faultsOf, kindOf, toolOf } from './check-proposal'
import type { Answer, ClientView, Idempotency, InboxRefusal, Proposal } from './inbox'
import { textFaults } from './plain-text'
import type { Ports, ProposalContext } from './ports'

/**
 * Proposes a write, or one of Countersign's own kinds: check, authorize for whom it is proposed, find who may decide, describe, store.
 *
 * Three steps talk to the database: what is known (one round trip), the tool's own questions, the insert with its
 * eligibility rows, event and timer (one transaction). Proposing the same call twice makes two requests; only the same
 * Idempotency-Key with the same body answers the first one again.
 *
 * What is known is remembered for a moment. A memory is good for a yes only, which the insert makes sure of: whatever else
 * comes of it is found out, told and logged anew.
 */
export async function propose(
  ports: Ports,
  registry: Registry,
  client: Client,
  proposal: Proposal,
  idempotency: Idempotency | null,
): Promise<Result<Proposed, InboxRefusal>> {
  if (!client.scopes.includes('propose')) return refuse('scope_missing')
  const faults = faultsOf(proposal)
  if (faults.length > 0) return refuse('invalid', faults)
  const tool = toolOf(registry, proposal)
  const asked = {
    org: client.org,
    kind: kindOf(proposal),
    subject: 'tool' in proposal ? proposal.tool : client.id,
    onBehalfOf: proposal.onBehalfOf ?? null,
    policy: tool?.policy ?? null,
    client: client.id,
    unprovenKey: client.unprovenKey ?? null,
    key: idempotency?.key ?? null,
  }
  const remembered = ports.store.rememberedContext(asked)
  if (remembered !== null) {
    const quiet = { ...ports, log: () => undefined }
    const proposed = await proposeIn(remembered, quiet, registry, tool, client, proposal, idempotency)
    if (proposed.ok) return proposed
  }
  const context = await ports.store.proposalContext(asked)
  if (!context.isProven) return refuse('unauthenticated')
  if (context.replay !== null && idempotency !== null) {
    if (context.replay.bodyHash !== idempotency.bodyHash) return refuse('idempotency_key_reused')
    return yes({ request: context.replay.answer as ClientView, replayed: true })
  }
  return proposeIn(context, ports, registry, tool, client, proposal, idempotency)
}

type Proposed = Answer<{ request: ClientView }>

/** Proposes by what is known of policy and people. */
async function proposeIn(
  context: ProposalContext,
  ports: Ports,
  registry: Registry,
  tool: Tool | null,
  client: Client,
  proposal: Proposal,
  idempotency: Idempotency | null,
): Promise<Result<Proposed, InboxRefusal>> {
  const checked = check(registry, tool, proposal, context, client)
  if (!checked.ok) return checked
  const rejected = checked.value.tool.rejects(proposal.inputs)
  if (rejected.length > 0) {
    if (context.isRemembered) return refuse('plan_rejected') // found out anew before it is recorded
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
    remembered: context.isRemembered ? { policy: context.policy, unprovenKey: client.unprovenKey ?? null } : null,
  })
  if (code === 'changed') return refuse('unauthenticated') // told to nobody: all of it is found out anew
  if (code === 'reused') return refuse('idempotency_key_reused')
  if (code === 'unknown_replaces')
    return refuse('invalid', [{ path: '$.replaces', message: 'is not a request of this client' }])
  return yes({ request: answer as ClientView, replayed: code === 'replayed' })
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
