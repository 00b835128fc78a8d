import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, Person } from '@/lib/policy'
import { makeStore } from '@/lib/store'
import { databaseWithoutChecks, switchOffChecks } from '@/lib/store/testing'
import { everyCall } from './every-call.fixture'
import type { Inbox } from './inbox'
import { makeInbox } from './make-inbox'
import { aPerson, aWorld, granted, type World } from './testing'

/** Every check of an organization in statements and functions is off: what is left is row-level security. */
describe('with the use cases’ own checks switched off', () => {
  let world: World
  let unchecked: ReturnType<typeof databaseWithoutChecks>
  let inbox: Inbox
  let pending: string
  let approved: string
  let secret: { token: string; grant: string }
  // the same ids as in Northgate, so that nothing but the organization tells them apart
  const ada: Person = aPerson('ada', 'southgate')
  let client: Client

  beforeAll(async () => {
    world = await aWorld()
    client = world.southClient
    pending = (await world.propose()).id
    const { token } = await world.openAs(world.people.ada, pending)
    approved = (await world.approved({ tool: 'order_towels', inputs: {} })).id
    const { grant } = granted(await world.inbox.grant(world.client, approved))
    secret = { token: token ?? '', grant }
    expect(await switchOffChecks(world.test)).toEqual(
      expect.arrayContaining(['decide', 'spend_grant', 'record_outcome']),
    )
    unchecked = databaseWithoutChecks(world.test.url)
    inbox = makeInbox({ ...world.ports, store: makeStore(unchecked.database, () => undefined) }, world.tools)
  })
  afterAll(async () => {
    await unchecked.database.close()
    await world.close()
  })

  const rows = () =>
    Promise.all(
      ['requests', 'verdicts', 'events', 'tokens', 'eligibility'].map((table) =>
        world.test.query(`select md5(string_agg(t::text, ',' order by t::text)) as rows from ${table} t`),
      ),
    )

  it('row-level security alone gives a stranger nothing, and lets nothing be changed', async () => {
    const before = await rows()
    for (const request of [pending, approved]) {
      const { answers, lists } = await everyCall(inbox, { person: ada, client }, request, secret)
      for (const answer of answers.slice(0, 15))
        expect(JSON.stringify(answer)).toMatch(/"not_found"|"spent"|"approved":false|^null$/)
      expect(JSON.stringify([answers, lists])).not.toContain(request)
    }
    expect(await rows()).toEqual(before)
    expect(unchecked.switchedOff()).toBeGreaterThan(10)
  })

  it('and this is no accident: without it as well, they would see everything', async () => {
    const tables = await world.test.query<{ name: string }>(
      "select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace",
    )
    for (const { name } of tables) await world.test.query(`alter table ${name} disable row level security`)
    expect((await inbox.view(ada, pending)).ok).toBe(true)
    expect((await inbox.open(ada, pending)).ok).toBe(true)
    expect((await inbox.viewForClient(client, approved)).ok).toBe(true)
    expect(JSON.stringify(await inbox.list(ada, { view: 'mine' }))).toContain(pending)
    expect(JSON.stringify(await inbox.listForClient(client, {}))).toContain(approved)
    expect((await inbox.decide(ada, { request: pending, verdict: 'reject', note: 'No' })).ok).toBe(true)
  })
})
