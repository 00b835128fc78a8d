import type { Client, Person } from '@/lib/policy'
import type { Status } from '@/lib/request'
import { invariant, type Result, refuse, yes } from '@/lib/result'
import { first } from './decide'
import type { Answer, ClientView, Idempotency, InboxRefusal } from './inbox'
import type { Ports } from './ports'

type Actor = { kind: 'person' | 'client'; id: string }

/** The person it was proposed for takes it back; doing so twice answers the same. Works also when describing fails. */
export async function withdraw(
  ports: Ports,
  person: Person,
  request: string,
): Promise<Result<{ status: Status; at: string }, InboxRefusal>> {
  const done = await takeBack(ports, person.org, request, { kind: 'person', id: person.id }, null)
  if (!done.ok) return done
  const { status, at } = done.value
  invariant(status !== null && at !== null, 'a withdrawal has a status and a time')
  return yes({ status, at: at.toISOString() })
}

/** The client that proposed takes it back. */
export async function withdrawForClient(
  ports: Ports,
  client: Client,
  request: string,
  idempotency: Idempotency | null,
): Promise<Result<Answer<{ request: ClientView }>, InboxRefusal>> {
  if (!client.scopes.includes('propose')) return refuse('scope_missing')
  const done = await takeBack(ports, client.org, request, { kind: 'client', id: client.id }, idempotency)
  if (!done.ok) return done
  const view = await ports.store.clientView(client, request)
  return view === null ? refuse('not_found') : yes({ request: view, replayed: done.value.code === 'replayed' })
}

async function takeBack(ports: Ports, org: string, request: string, actor: Actor, idempotency: Idempotency | null) {
  const result = await ports.store.withdraw({ org, request, actor, idempotency })
  switch (result.code) {
    case 'ok':
    case 'replayed':
      return yes(result)
    case 'not_found':
      return refuse('not_found')
    case 'already_decided':
      return refuse('already_decided', [{ path: '$', message: result.status ?? 'expired' }], first(result))
    case 'reused':
      return refuse('idempotency_key_reused')
  }
}
