import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client, Person } from '@/lib/policy'
import { maySee } from '@/lib/store'
import { aProposal, aWorld, granted, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const NOWHERE = '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21'
const never = new AbortController().signal

/** Everything that can be done to a request, by a person and by a client. */
function everyCall(person: Person, client: Client, request: string, secret: { token: string; grant: string }) {
  const { inbox } = world
  const key = { key: `t-${request}`, bodyHash: 'b' }
  return [
    inbox.view(person, request),
    inbox.open(person, request),
    inbox.shownWith(person, request, secret.token),
    inbox.decide(person, { request, verdict: 'approve', token: secret.token }),
    inbox.decide(person, { request, verdict: 'reject', note: 'No' }),
    inbox.decide(person, { request, verdict: 'return', note: 'No' }),
    inbox.withdraw(person, request),
    inbox.settle(person, request, { happened: true, note: 'Seen' }),
    inbox.viewForClient(client, request),
    inbox.waitForChange(client, request, { waitMs: 1, events: null, signal: never }),
    inbox.withdrawForClient(client, request, key),
    inbox.grant(client, request),
    inbox.redeem(client, secret.grant, key),
    inbox.resolve(client, { grant: secret.grant, tool: 'order_towels', inputs: {} }, key),
    inbox.reportOutcome(client, request, { outcome: 'done' }, key),
    inbox.propose(client, aProposal({ onBehalfOf: person.id, replaces: request }), null),
    inbox.list(person, { view: 'mine' }),
    inbox.list(person, { view: 'decided' }),
    inbox.listForClient(client, {}),
  ]
}

it('another organization’s request, in every state, answers every call as one that is not there, and is not changed', async () => {
  const pending = await world.propose()
  const { token } = await world.openAs(world.people.ada, pending.id)
  const approved = await world.approved({ tool: 'order_towels', inputs: {} })
  const { grant } = granted(await world.inbox.grant(world.client, approved.id))
  const secret = { token: token ?? '', grant }
  const rows = async () =>
    Promise.all(
      ['requests', 'verdicts', 'events', 'tokens', 'eligibility', 'timers', 'outbox'].map((table) =>
        world.test.query(`select md5(string_agg(t::text, ',' order by t::text)) as rows from ${table} t`),
      ),
    )
  const before = await rows()
  const absent = await Promise.all(
    everyCall(world.people.zoe, world.southClient, NOWHERE, { token: 'cnf_', grant: 'grt_' }),
  )
  for (const request of [pending.id, approved.id]) {
    const strangers: Person[] = [world.people.zoe, { ...world.people.ada, org: 'southgate' }]
    for (const stranger of strangers) {
      const answers = await Promise.all(everyCall(stranger, world.southClient, request, secret))
      // a list of one's own organization may be of the same bytes only for the same person
      if (stranger === world.people.zoe) expect(JSON.stringify(answers)).toBe(JSON.stringify(absent))
      else
        for (const answer of answers.slice(0, 15))
          expect(JSON.stringify(answer)).toMatch(/not_found|spent|"approved":false|null/)
    }
    expect(await maySee(world.db, world.people.zoe, [request])).toEqual(new Set())
  }
  expect(await rows()).toEqual(before)
})

it('an Idempotency-Key of one organization or client is none of another’s', async () => {
  const key = { key: 'shared', bodyHash: 'b' }
  const propose = (client: Client, onBehalfOf: string) =>
    world.inbox.propose(client, aProposal({ tool: 'set_own_sign', onBehalfOf }), key)
  const answers = [
    granted(await propose(world.client, 'u-tomas')),
    granted(await propose(world.southClient, 'u-zoe')),
    granted(await propose(world.otherClient, 'u-tomas')),
  ]
  expect(answers.map(({ replayed }) => replayed)).toEqual([false, false, false])
  expect(new Set(answers.map(({ request }) => request.id)).size).toBe(3)
})
