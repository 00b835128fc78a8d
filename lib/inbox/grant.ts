import { canonicalize, type Json, newToken, tokenHash } from '@/lib/binding'
import { type Client, SCOPES } from '@/lib/policy'
import { type Result, refuse, yes } from '@/lib/result'
import type { Registry, Tool } from '@/lib/tools'
import { authorizedCall, storedInputs } from './authorized-call'
import type { Answer, Idempotency, InboxRefusal } from './inbox'
import { textFaults } from './plain-text'
import type { Ports } from './ports'

/** The approved call, as a redemption hands it out. `inputs` is the canonical text, `user` the binding's. */
export type Redeemed = {
  request: string
  tool: string
  version: string
  inputs: string
  /** What was answered with the approval, canonical text; null where nothing was asked. */
  answer: string | null
  user: string
  agent: string | null
}

/**
 * Issues a grant for an approved write that the client performs, for 30 minutes; a new one replaces an unspent older
 * one. The tool is asked once more whether whom it is for could make the write: this is the moment before performing.
 */
export async function grant(
  ports: Ports,
  registry: Registry,
  client: Client,
  request: string,
): Promise<Result<{ grant: string; expiresAt: string }, InboxRefusal>> {
  if (!client.scopes.includes('redeem')) return refuse('scope_missing')
  const stored = await ports.store.forClient(client, request)
  if (stored === null) return refuse('not_found')
  if (stored.status !== 'approved') return refuse('not_approved', [{ path: '$', message: stored.status }])
  const performs = registry.get(stored.tool)?.performsFor(storedInputs(stored.inputs))
  if (stored.outcome !== 'waiting' || performs !== 'client') return refuse('no_grant')
  const asked = await authorizedCall(
    registry.get(stored.tool),
    stored,
    client.org,
    stored.proposedFor,
    ports.store.readSql(client.org),
  )
  if (asked.state === 'denied') return refuse('not_authorized')
  if (asked.state !== 'authorized') {
    ports.log('error', 'grant.tool_failed', {
      tool: stored.tool,
      request,
      ...(asked.state === 'failed' ? { error: asked.error } : {}),
    })
    return refuse('tool_failed')
  }
  const text = newToken('grt', ports.random(24))
  const { code, expiresAt } = await ports.store.grant(client, request, tokenHash(text))
  if (code !== 'ok' || expiresAt === null) return refuse(code === 'ok' ? 'not_found' : code)
  return yes({ grant: text, expiresAt: expiresAt.toISOString() })
}

/** Spends a grant and returns the approved call, once. Every fault of a grant is the one refusal `spent`. */
export function redeem(
  ports: Ports,
  client: Client,
  grant: string,
  idempotency: Idempotency | null,
): Promise<Result<Answer<Redeemed>, InboxRefusal>> {
  return spend(ports, client, 'redeem', grant, null, idempotency)
}

/**
 * Was exactly this call approved? Spends the grant if so. A call that differs answers `approved: false` and spends
 * nothing, as does any other fault of a grant: the right call may still come.
 */
export async function resolve(
  ports: Ports,
  registry: Registry,
  client: Client,
  call: { grant: string; tool: string; inputs: Json },
  idempotency: Idempotency | null,
): Promise<Result<Answer<{ approved: boolean }>, InboxRefusal>> {
  // no tool has a name that is no text of the database's, and the empty one is nobody's: the key is proven all the same
  const tool = textFaults('$.tool', call.tool, 60).length > 0 ? '' : call.tool
  for (const inputs of formsOf(registry.get(tool), call.inputs, client)) {
    const spent = await spend(ports, client, 'resolve', call.grant, { tool, inputs }, idempotency)
    if (spent.ok) return yes({ approved: true, replayed: spent.value.replayed })
    if (spent.error.code !== 'spent') return spent
  }
  return yes({ approved: false, replayed: false })
}

/**
 * The canonical texts under which a proposal of these inputs may be bound: as they are, and for one of the own kinds with
 * what it adds when it is proposed, which can depend on the proposing key. A form that is not the request's spends nothing.
 */
function formsOf(tool: Tool | null, inputs: Json, client: Client): ReadonlySet<string> {
  const forms = new Set([canonicalize(inputs)])
  const anyKey: Client = { ...client, scopes: [...SCOPES] }
  if (tool === null || tool.kind === 'write' || tool.check(inputs, anyKey).length > 0) return forms
  for (const scopes of [[...SCOPES], []]) forms.add(canonicalize(tool.take(inputs, { ...client, scopes })))
  return forms
}

async function spend(
  ports: Ports,
  client: Client,
  route: 'redeem' | 'resolve',
  grant: string,
  call: { tool: string; inputs: string } | null,
  idempotency: Idempotency | null,
): Promise<Result<Answer<Redeemed>, InboxRefusal>> {
  if (!client.scopes.includes('redeem')) return refuse('scope_missing')
  const { code, answer } = await ports.store.spendGrant({
    org: client.org,
    client: client.id,
    route,
    hash: tokenHash(grant),
    call,
    unprovenKey: client.unprovenKey ?? null,
    idempotency,
  })
  if (code === 'reused') return refuse('idempotency_key_reused')
  if (code === 'spent' || code === 'unauthenticated') return refuse(code)
  return yes({ ...(answer as Redeemed), replayed: code === 'replayed' })
}
