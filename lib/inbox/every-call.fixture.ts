import type { Client, Person } from '@/lib/policy'
import type { Inbox } from './inbox'
import { aProposal } from './testing'

const never = new AbortController().signal

/**
 * Everything that can be done to a request, by a person and by a client. Lists, which name no request, stand last.
 * Returns the names of what was called too: a use case that is not here is found by its absence.
 */
export async function everyCall(
  inbox: Inbox,
  { person, client }: { person: Person; client: Client },
  request: string,
  secret: { token: string; grant: string },
): Promise<{ answers: unknown[]; lists: unknown[]; called: Set<string> }> {
  const called = new Set<string>()
  const noting = new Proxy(inbox, {
    get(target, name, receiver) {
      called.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  const key = { key: `t-${request}`, bodyHash: 'b' }
  const answers = await Promise.all([
    noting.view(person, request),
    noting.open(person, request),
    noting.shownWith(person, request, secret.token),
    noting.decide(person, { request, verdict: 'approve', token: secret.token }),
    noting.decide(person, { request, verdict: 'reject', note: 'No' }),
    noting.decide(person, { request, verdict: 'return', note: 'No' }),
    noting.withdraw(person, request),
    noting.settle(person, request, { happened: true, note: 'Seen' }),
    noting.assign({ ...person, role: 'admin' }, request, [person.id]),
    noting.remind({ ...person, role: 'admin' }, request),
    noting.viewForClient(client, request),
    noting.waitForChange(client, request, { waitMs: 1, events: null, signal: never }),
    noting.withdrawForClient(client, request, key),
    noting.grant(client, request),
    noting.redeem(client, secret.grant, key),
    noting.resolve(client, { grant: secret.grant, tool: 'order_towels', inputs: {} }, key),
    noting.reportStep(client, request, 'a1', { outcome: 'done' }, key),
    noting.reportOutcome(client, request, { outcome: 'done' }, key),
    noting.checkGate(client, { inputs: { most: 1 } }),
    noting.propose(client, aProposal({ onBehalfOf: person.id, replaces: request }), null),
    noting.refuseDeciding(client, request, 'approve'),
  ])
  const lists = await Promise.all([
    noting.list(person, { view: 'mine' }),
    noting.list(person, { view: 'decided' }),
    noting.desk({ ...person, role: 'admin' }, { by: 'age' }, { zone: 'UTC', now: new Date() }),
    noting.counts(person),
    noting.listForClient(client, {}),
    noting.dryRun(client, 'plan', {}),
  ])
  return { answers, lists, called }
}
