import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ClientView } from './inbox'
import { aProposal, aWorld, codeOf, granted, HOUR_MS, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.test.query(PLANT)
  for (const table of TABLES)
    await world.test.query(
      `create trigger planted after insert or update or delete on ${table} for each statement execute function testing.fail()`,
    )
})
afterAll(() => world.close())
afterEach(() => world.test.query('delete from testing.fault'))

const TABLES = ['requests', 'verdicts', 'events', 'eligibility', 'tokens', 'timers', 'outbox', 'changes', 'idempotency']
const key = () => ({ key: `k-${Math.random()}`, bodyHash: 'b' })
const everything = async () =>
  Promise.all(
    [...TABLES, 'play.signs', 'play.effects'].map((table) =>
      world.test.query(`select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as rows from ${table} t`),
    ),
  )

/** Says which writes were made, and fails at the one that is named. */
const PLANT = `
  create table testing.fault (table_name text, operation text);
  create table testing.seen (table_name text, operation text, unique (table_name, operation));
  grant select on testing.fault to public;
  grant select, insert on testing.seen to public;
  create function testing.fail() returns trigger language plpgsql as $$ begin
    insert into testing.seen values (tg_table_name, tg_op) on conflict do nothing;
    if exists (select from testing.fault where table_name = tg_table_name and operation = tg_op) then
      raise exception 'planted: % on %', tg_op, tg_table_name;
    end if;
    return null;
  end $$`

/** Which writes a call makes: found by asking the database, so that none is forgotten here. */
async function writesOf(call: () => Promise<unknown>): Promise<{ table: string; operation: string }[]> {
  await world.test.query('delete from testing.seen')
  await call()
  return world.test.query('select table_name as table, operation from testing.seen')
}

type Case = { prepare(): Promise<() => Promise<{ ok: boolean }>>; writes: number }
const towels = { tool: 'order_towels', inputs: { count: 1 } }
const approvalOf = async (request: ClientView) => {
  const token = (await world.openAs(world.people.ada, request.id)).token ?? ''
  return () => world.inbox.decide(world.people.ada, { request: request.id, verdict: 'approve', token })
}
const CASES: Record<string, Case> = {
  proposing: {
    writes: 6,
    prepare: async () => {
      const under = key()
      return () => world.inbox.propose(world.client, aProposal(), under)
    },
  },
  'approving what is performed here': { writes: 7, prepare: async () => approvalOf(await world.propose()) },
  'approving what is performed outside': {
    writes: 8,
    prepare: async () => approvalOf(await world.propose({ tool: 'post_letter', inputs: {} })),
  },
  'approving what the client performs': { writes: 8, prepare: async () => approvalOf(await world.propose(towels)) },
  rejecting: {
    writes: 6,
    prepare: async () => {
      const { id } = await world.propose()
      return () => world.inbox.decide(world.people.ada, { request: id, verdict: 'reject', note: 'No' })
    },
  },
  'taking it back': {
    writes: 7,
    prepare: async () => {
      const [{ id }, under] = [await world.propose(), key()]
      return () => world.inbox.withdrawForClient(world.client, id, under)
    },
  },
  redeeming: {
    writes: 7,
    prepare: async () => {
      const { id } = await world.approved(towels)
      const [{ grant }, under] = [granted(await world.inbox.grant(world.client, id)), key()]
      return () => world.inbox.redeem(world.client, grant, under)
    },
  },
  'reporting an outcome': {
    writes: 6,
    prepare: async () => {
      const { id } = await world.approved(towels)
      granted(await world.inbox.redeem(world.client, granted(await world.inbox.grant(world.client, id)).grant, null))
      const under = key()
      return () => world.inbox.reportOutcome(world.client, id, { outcome: 'running', note: 'Begun' }, under)
    },
  },
  'writing down an expiry': {
    writes: 5,
    prepare: async () => {
      const { id } = await world.propose({ expiresInMs: HOUR_MS })
      await world.advance(HOUR_MS)
      return async () => ({ ok: await world.store.expire('northgate', id) })
    },
  },
}

describe.each(Object.entries(CASES))('%s is all or nothing', (_name, { prepare, writes }) => {
  it('a failure at any of its writes leaves no row changed, and the same call then succeeds', async () => {
    const made = await writesOf(await prepare())
    expect(made.length).toBeGreaterThanOrEqual(writes)
    for (const { table, operation } of made) {
      const call = await prepare()
      const before = await everything()
      await world.test.query('insert into testing.fault values ($1, $2)', [table, operation])
      await expect(call(), `${operation} on ${table}`).rejects.toThrow(`planted: ${operation} on ${table}`)
      expect(await everything(), `${operation} on ${table}`).toEqual(before)
      await world.test.query('delete from testing.fault')
      expect(await call(), `${operation} on ${table}`).toMatchObject({ ok: true })
    }
  })
})

it('a tool’s own table failing is the tool’s failure, not the decision’s', async () => {
  await world.test.query(
    'create trigger planted after insert on play.effects for each statement execute function testing.fail()',
  )
  await world.test.query("insert into testing.fault values ('effects', 'INSERT')")
  const { id } = await world.propose()
  expect(granted(await world.approve(world.people.ada, id))).toMatchObject({ status: 'approved', outcome: 'failed' })
  expect(codeOf(await world.approve(world.people.ada, id))).toBe('ok')
})
