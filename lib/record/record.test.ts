import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, granted, HOUR_MS, type World } from '@/lib/inbox/testing'
import type { Person } from '@/lib/policy'
import { recordStore } from '@/lib/store'
import { makeRecord, type Record, type RecordEntry } from './index'

let world: World
let record: Record
let sealAll: () => Promise<number>
const admin: Person = { kind: 'person', id: 'u-ada', org: 'northgate', name: 'Ada', role: 'admin' }
let decided: string
let pending: string

beforeAll(async () => {
  world = await aWorld()
  const store = recordStore(world.db)
  record = makeRecord(store)
  sealAll = () =>
    store.sealAll((error) => {
      throw error
    })
  decided = (await world.propose()).id
  await world.advance(HOUR_MS)
  granted(await world.approve(world.people.ada, decided))
  pending = (await world.propose()).id
  await world.test.query(
    "select append_organization_event('northgate', 'organization.team_made', 'person', 'u-ada', '{\"team\": \"Bar\"}')",
  )
  await world.test.query(
    "select append_organization_event('northgate', 'organization.team_made', 'person', 'u-ada', '{\"team\": \"Spa\"}')",
  )
})
afterAll(() => world.close())

const everything = async (query = {}) => {
  const entries: RecordEntry[] = []
  for await (const portion of granted(record.export(admin, query))) entries.push(...portion)
  return entries
}
const faults = async () => granted(await record.verify(admin)).faults

describe('the record', () => {
  it('is for admins, and for everybody else it is not there', async () => {
    for (const person of [world.people.ada, { ...admin, role: 'lead' } as const]) {
      expect(await record.page(person, {})).toMatchObject({ ok: false, error: { code: 'not_found' } })
      expect(record.export(person, {})).toMatchObject({ ok: false, error: { code: 'not_found' } })
      expect(await record.verify(person)).toMatchObject({ ok: false, error: { code: 'not_found' } })
    }
  })
  it('shows every event of requests and of the organization, the newest first, and exports the same, the oldest first', async () => {
    const { entries } = granted(await record.page(admin, {}))
    expect(entries.map(({ kind }) => kind).sort()).toEqual([
      'organization.team_made',
      'organization.team_made',
      'request.performed',
      'request.proposed',
      'request.proposed',
      'request.verdict',
    ])
    expect(await everything()).toEqual([...entries].reverse())
    const verdict = entries.find(({ kind }) => kind === 'request.verdict')
    expect(verdict).toMatchObject({
      request: { id: decided, title: 'Set the sign at the door to «Closed»' },
      actor: { kind: 'person', id: 'u-ada', name: 'Ada' },
      at: '2026-12-01T10:00:00.000Z',
    })
  })
  it('narrows by kind, actor, request and time', async () => {
    const kinds = async (query: object) => (await everything(query)).map(({ kind }) => kind)
    expect(await kinds({ kind: 'request.verdict' })).toEqual(['request.verdict'])
    expect(await kinds({ actor: 'c-rota' })).toEqual(['request.proposed', 'request.proposed'])
    expect(await kinds({ request: pending })).toEqual(['request.proposed'])
    expect(await kinds({ until: '2026-12-01T10:00:00.000Z' })).toEqual(['request.proposed'])
    expect((await kinds({ from: '2026-12-01T10:00:00.000Z', actor: 'u-ada' })).sort()).toEqual([
      'organization.team_made',
      'organization.team_made',
      'request.verdict',
    ])
  })
  it('goes on where a page ended, and gives every event once, also those of one instant', async () => {
    await world.test.query(
      `select append_organization_event('northgate', 'organization.team_renamed', 'person', 'u-ada', '{}') from generate_series(1, 120)`,
    )
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = granted(await record.page(admin, cursor === undefined ? {} : { cursor }))
      seen.push(...page.entries.map(({ request, n }) => `${request?.id} ${n}`))
      if (page.next === null) break
      cursor = page.next
    }
    expect(seen).toHaveLength(126)
    expect(new Set(seen).size).toBe(126)
  })
  it('of another organization is not in it', async () => {
    const south: Person = { ...admin, id: 'u-zoe', org: 'southgate' }
    expect(granted(await record.page(south, {})).entries).toEqual([])
    expect(granted(await record.page(south, { request: decided })).entries).toEqual([])
  })
})

describe('the sealer', () => {
  it('folds what is not sealed yet into one chain, once, whoever else seals', async () => {
    const before = granted(await record.page(admin, {}))
    expect(before.seal).toBeNull()
    const sealed = await Promise.all([sealAll(), sealAll(), sealAll()])
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(before.events)
    expect(await sealAll()).toBe(0)
    await world.propose()
    expect(granted(await record.page(admin, {})).unsealed).toBe(1)
    expect(await sealAll()).toBe(1)
    expect(granted(await record.page(admin, {})).seal?.n).toBe(2)
    expect(granted(await record.verify(admin))).toEqual({ faults: [], requests: 3, events: 127, seals: 2, unsealed: 0 })
  })
  it('cannot be made to change what it sealed', async () => {
    await expect(world.db.prisma.$executeRaw`update seals set n = 1`).rejects.toThrow('42501')
    await expect(world.db.prisma.$executeRaw`delete from seals`).rejects.toThrow('42501')
  })
})

describe('tampering by somebody who owns the database is found', () => {
  const tampered: [string, string, string, RegExp][] = [
    [
      'a changed word',
      "update events set body = replace(body, 'approve', 'reject') where kind = 'request.verdict'",
      'decided',
      /not the hash/,
    ],
    [
      'a changed word whose hash was made to fit',
      "update events set body = body || ' ', hash = sha256(head || convert_to(body || ' ', 'UTF8')) where kind = 'request.performed'",
      'decided',
      /sealed|hash/,
    ],
    [
      'a request’s whole history',
      'delete from events where request = $1',
      'decided',
      /events are expected|not there as it was sealed/,
    ],
    [
      'a request with its whole history',
      'with e as (delete from events where request = $1) delete from requests where id = $1',
      'decided',
      /not there as it was sealed/,
    ],
    [
      'a request that is gone from its history',
      'delete from requests where id = $1',
      'decided',
      /the request itself is gone/,
    ],
    [
      'two events swapped',
      'update events set n = -n where request = $1 and n in (1, 2); update events set n = 3 + n where request = $1 and n < 0',
      'decided',
      /hash/,
    ],
    [
      'an event cut off the end, and the request’s row made to fit',
      `with e as (delete from events where request = $1 and n = 3)
       update requests set events = 2, head = (select head from events where request = $1 and n = 3) where id = $1`,
      'decided',
      /not there as it was sealed/,
    ],
    [
      'an event that nobody wrote',
      "insert into events select organization, request, 4, 'request.settled', '{}', hash, sha256(hash || '{}'), at from events where request = $1 and n = 3",
      'decided',
      /events are expected|account/,
    ],
    [
      'a changed word of the organization’s own',
      "update organization_events set body = replace(body, 'Spa', 'Bar')",
      'organization',
      /hash/,
    ],
    [
      'the organization’s last word',
      'with e as (delete from organization_events where n = 122) update organizations set events = 121, head = (select head from organization_events where n = 122)',
      'organization',
      /not there as it was sealed/,
    ],
    ['a seal', 'update seals set body = replace(body, \'"events": 1\', \'"events": 2\') where n = 2', 'seals', /hash/],
    ['the last seal', 'delete from seals where n = 2', 'record', /account for 126/],
    ['a seal in the middle', 'delete from seals where n = 1', 'seals', /expected/],
  ]
  beforeEach(async () => expect(await faults()).toEqual([]))

  it.each(tampered)('%s', async (_name, statements, where, message) => {
    const tables = ['events', 'requests', 'organization_events', 'organizations', 'seals', 'unsealed']
    for (const table of tables) await world.test.query(`create table kept_${table} as table ${table}`)
    // triggers would note what is put in by hand as news
    for (const statement of statements.split('; '))
      await world.test.query(
        `do $do$ begin set local session_replication_role = replica; ${quoted(statement)}; end $do$`,
      )
    const found = await faults()
    for (const table of tables) {
      const columns = await written(table)
      await world.test.query(`do $do$ begin set local session_replication_role = replica; delete from ${table};
        insert into ${table} (${columns}) select ${columns} from kept_${table}; end $do$`)
      await world.test.query(`drop table kept_${table}`)
    }
    expect(found).toContainEqual({
      where: where === 'decided' ? decided : where,
      message: expect.stringMatching(message),
    })
  })

  /** The columns that are written, without those that PostgreSQL makes of others. */
  const written = async (table: string) =>
    (
      await world.test.query<{ column: string }>(
        `select quote_ident(column_name) as column from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
    )
      .map(({ column }) => column)
      .join(', ')

  /** The statement with the request's id in it: a block takes no parameters. */
  const quoted = (statement: string) => statement.replaceAll('$1', `'${decided}'`)
})

describe('an organization that cannot be sealed', () => {
  it('holds up no other, and is named', async () => {
    const store = recordStore(world.db)
    await world.propose()
    await world.test.query(
      "select append_organization_event('southgate', 'organization.team_made', 'person', 'u-zoe', '{\"team\": \"Spa\"}')",
    )
    await world.test.query(`
      create function break_seal() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger broken before insert on seals for each row when (new.organization = 'northgate') execute function break_seal()`)
    const faults: string[] = []
    expect(await store.sealAll((_error, org) => faults.push(org))).toBe(1)
    expect(faults).toEqual(['northgate'])
    await world.test.query('drop trigger broken on seals')
    expect(await sealAll()).toBe(1)
  })
})

describe('an export', () => {
  it('holds what was committed when it began, whatever is committed while it is read', async () => {
    await world.test.query(
      `select append_organization_event('northgate', 'organization.team_made', 'person', 'u-ada', jsonb_build_object('team', n))
       from generate_series(1, 1500) n`,
    )
    const before = await everything()
    const entries: RecordEntry[] = []
    let portions = 0
    for await (const portion of granted(record.export(admin, {}))) {
      entries.push(...portion)
      portions += 1
      await world.propose()
    }
    expect(portions).toBeGreaterThan(1)
    expect(entries).toEqual(before)
    expect((await everything()).length).toBeGreaterThan(before.length)
  })

  it('waits for its turn where two are being read, and a reader who goes away makes room', async () => {
    const [one, two, three] = [1, 2, 3].map(() => granted(record.export(admin, {}))[Symbol.asyncIterator]())
    expect((await one?.next())?.done).toBe(false)
    expect((await two?.next())?.done).toBe(false)
    const third = three?.next()
    const isThird = () => Promise.race([third?.then(() => true), new Promise((no) => setTimeout(() => no(false), 200))])
    expect(await isThird()).toBe(false)
    await one?.return?.()
    expect((await third)?.done).toBe(false)
    for (const each of [two, three]) await each?.return?.()
  })
})
