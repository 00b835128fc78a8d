import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client, Person } from '@/lib/policy'
import { maySee } from '@/lib/store'
import { everyCall } from './every-call.fixture'
import { aProposal, aWorld, granted, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const NOWHERE = '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21'
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
  const { people, southClient: client, inbox } = world
  const absent = await everyCall(inbox, { person: people.zoe, client }, NOWHERE, { token: 'cnf_', grant: 'grt_' })
  // a use case that this walk does not know would be found here
  expect([...absent.called].sort()).toEqual(Object.keys(inbox).sort())
  for (const request of [pending.id, approved.id]) {
    const strangers: Person[] = [world.people.zoe, { ...world.people.ada, org: 'southgate' }]
    for (const stranger of strangers) {
      const { answers, lists } = await everyCall(inbox, { person: stranger, client }, request, secret)
      // a list of one's own organization may be of the same bytes only for the same person
      if (stranger === people.zoe)
        expect(JSON.stringify([answers, lists])).toBe(JSON.stringify([absent.answers, absent.lists]))
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
