import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '@/lib/policy'
import type { RecordQuery } from '@/lib/record'
import { PrismaClient } from '@/prisma/generated/client'
import { openDatabase } from './database'
import { recordStore } from './record'
import { makeStore } from './store'
import { type TestDatabase, testDatabase } from './testing'

/** Enough rows that a wrong plan is a worse one, in a mix as a busy house has it. */
const REQUESTS = 6_000
const ada: Person = { kind: 'person', id: 'u-ada', org: 'northgate', name: 'Ada', role: 'member' }
const rota = { kind: 'client' as const, id: 'c-rota', org: 'northgate', name: 'Rota', scopes: [] }

let test: TestDatabase
let serving: pg.Client
let prisma: PrismaClient<'query'>
const sent: { query: string; params: string }[] = []
beforeAll(async () => {
  test = await testDatabase()
  await test.query(FILL)
  await test.query('vacuum analyze')
  serving = new pg.Client({ connectionString: test.url })
  await serving.connect()
  prisma = new PrismaClient({
    adapter: new PrismaPg({ connectionString: test.url, options: '-c timezone=UTC' }),
    log: [{ emit: 'event', level: 'query' }],
  })
  prisma.$on('query', (event) => sent.push(event))
}, 120_000)
afterAll(async () => {
  await prisma.$disconnect()
  await serving.end()
  await test.drop()
})

const FILL = `
  insert into users (id, email, name) select 'u-' || n, n || '@x', n from unnest(array['ada', 'ben', 'cleo', 'tomas']) n;
  insert into clients (organization, id, name) select 'northgate', 'c-' || n, n from unnest(array['rota', 'other']) n;
  insert into requests (organization, id, kind, status, outcome, tool, version, inputs, bound_user, fingerprint, client, title,
      warnings, described, quorum, one_ends, policy, created_at, expires_at, decided_at, decided_by, events)
    select 'northgate', gen_random_uuid(), 'write', case when n % 3 = 0 then 'pending' else 'approved' end,
      case when n % 3 = 0 then null when n % 300 = 1 then 'unknown' else 'done' end, 't' || n % 7, '1', '{}', 'u-tomas', 'f' || n,
      case when n % 2 = 0 then 'c-rota' else 'c-other' end, 'Title ' || n, 0,
      '{"details":[],"summary":"s","title":"t","warnings":[]}', 1 + n % 2, true, '{}', now(), now() + n * interval '1 minute',
      case when n % 3 > 0 then now() end, case when n % 3 > 0 then 'u-ada' end, 1 from generate_series(1, ${REQUESTS}) n;
  insert into eligibility (organization, request, person, may_decide, rank, expires_at, closed_at)
    select 'northgate', q.id, 'u-' || p, true, 0, q.expires_at, q.decided_at
    from requests q, unnest(array['ada', 'ben', 'cleo', 'tomas']) p;
  insert into verdicts (organization, request, n, person, verdict, at)
    select organization, id, 2, 'u-ada', 'approve', now() from requests where status = 'approved';
  insert into events (organization, request, n, kind, body, head, hash, at)
    select organization, id, 1, 'request.proposed', '{"actor":null}', '', '', now() from requests;
  insert into events (organization, request, n, kind, body, head, hash, at)
    select organization, id, 2, 'request.verdict', '{"actor":{"kind":"person","id":"u-ada"}}', '', '', now() from requests;
  insert into events (organization, request, n, kind, body, head, hash, at)
    select organization, id, 3, 'request.withdrawn', '{"actor":{"kind":"person","id":"u-rare"}}', '', '', now() - interval '1 year'
    from requests limit 60;
  insert into organization_events (organization, n, kind, body, head, hash, at)
    select 'northgate', n, case when n <= 60 then 'organization.removed' else 'organization.policy_set' end,
      case when n <= 60 then '{"actor":{"kind":"person","id":"u-rare"}}' else '{"actor":{"kind":"person","id":"u-ada"}}' end, '', '',
      now() - case when n <= 60 then interval '1 year' else interval '1 day' end from generate_series(1, ${REQUESTS}) n;
  insert into timers (organization, request, what, due) select organization, id, 'expire', expires_at from requests where status = 'pending'`

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Index Cond'?: string
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Does what is given, and explains every statement that it sent. */
async function plansOf(work: () => Promise<unknown>): Promise<Node[][]> {
  sent.length = 0
  await work()
  const statements = sent.filter(({ query }) => /^\s*select/i.test(query)).map((one) => ({ ...one }))
  expect(statements.length).toBeGreaterThan(0)
  const plans: Node[][] = []
  for (const { query, params } of statements) {
    const { rows } = await serving.query(`explain (analyze, format json) ${query}`, JSON.parse(params))
    plans.push(flat(rows[0]['QUERY PLAN'][0].Plan))
  }
  return plans
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}

const BIG = [
  'requests',
  'eligibility',
  'verdicts',
  'events',
  'organization_events',
  'timers',
  'tokens',
  'outbox',
  'changes',
]
const scans = (nodes: Node[]) =>
  nodes.filter((node) => node['Node Type'] === 'Seq Scan' && BIG.includes(node['Relation Name'] ?? ''))
const rowsFrom = (nodes: Node[], relation: string) =>
  Math.max(
    0,
    ...nodes
      .filter((node) => node['Relation Name'] === relation)
      .map((node) => node['Actual Rows'] * node['Actual Loops']),
  )

/** Rows that were read and then not taken. */
const leftOut = (nodes: Node[], relation: string) =>
  nodes
    .filter((node) => node['Relation Name'] === relation)
    .reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'], 0)

describe(`with ${REQUESTS} requests, a page is an index range`, () => {
  const store = () => makeStore({ prisma, reader: prisma, close: async () => undefined }, () => undefined)

  it.each(['mine', 'decided'] as const)('the list «%s», its first page and the next', async (view) => {
    const page = await store().list(ada, { view })
    expect(page.rows.length).toBeGreaterThanOrEqual(50)
    expect(page.next).not.toBeNull()
    for (const query of [{ view }, { view, cursor: page.next ?? '' }]) {
      const plans = await plansOf(() => store().list(ada, query))
      expect(plans.flatMap(scans)).toEqual([])
      const index = view === 'mine' ? 'eligibility_open' : 'eligibility_closed'
      const rows = plans.find((nodes) =>
        nodes.some((node) => node['Node Type'] === 'Limit' && nodes.some((n) => n['Index Name'] === index)),
      )
      if (rows === undefined) throw new Error(`no statement reads ${index}`)
      expect(rowsFrom(rows, 'requests')).toBeLessThanOrEqual(60)
    }
  })

  it('reading one request reads one request', async () => {
    const [row] = (await store().list(ada, { view: 'mine' })).rows
    const id = row?.id ?? ''
    for (const work of [() => store().view(ada, id), () => store().forPerson(ada, id)]) {
      const [plan] = await plansOf(work)
      expect(scans(plan ?? [])).toEqual([])
      expect(rowsFrom(plan ?? [], 'requests')).toBeLessThanOrEqual(1)
    }
  })

  it('a client’s list and view', async () => {
    const { requests } = (await store().clientList(rota, { status: null, cursor: null, limit: 50 })) ?? { requests: [] }
    expect(requests).toHaveLength(50)
    for (const work of [
      () => store().clientList(rota, { status: null, cursor: null, limit: 50 }),
      () => store().clientView(rota, requests[0]?.id ?? ''),
    ])
      for (const plan of await plansOf(work)) {
        expect(scans(plan)).toEqual([])
        expect(rowsFrom(plan, 'requests')).toBeLessThanOrEqual(60)
      }
  })

  it.each(['age', 'expiry'] as const)('the desk by %s looks at no more than a thousand requests a time', async (by) => {
    const lead: Person = { ...ada, role: 'lead' }
    const plans = await plansOf(() => store().desk(lead, { by }, { zone: 'UTC', now: new Date() }))
    expect(plans).toHaveLength(6)
    expect(plans.flatMap(scans)).toEqual([])
    for (const plan of plans) expect(rowsFrom(plan, 'requests')).toBeLessThanOrEqual(by === 'age' ? 1_000 : 2_000)
    expect(plans.flat().some((node) => node['Index Name'] === 'eligibility_age')).toBe(true)
  })

  it('the record, its first page, the next, and one request’s', async () => {
    const record = recordStore({ prisma, reader: prisma, close: async () => undefined })
    const page = await record.page('northgate', {})
    expect(page.entries).toHaveLength(50)
    expect(page.next).not.toBeNull()
    const request = page.entries[0]?.request?.id ?? ''
    for (const query of [{}, { cursor: page.next ?? '' }, { request }]) {
      const plans = await plansOf(() => record.page('northgate', query))
      expect(plans.flatMap(scans)).toEqual([])
      for (const plan of plans) expect(rowsFrom(plan, 'events')).toBeLessThanOrEqual(51)
    }
  })

  it.each<[string, RecordQuery]>([
    ['actor', { actor: 'u-rare' }],
    ['kind', { kind: 'request.withdrawn' }],
    ['kind, of the organization’s own', { kind: 'organization.removed' }],
    ['date', { from: '2000-01-01T00:00:00Z', until: new Date(Date.now() - 86_400_000 * 300).toISOString() }],
    ['actor and kind', { actor: 'u-rare', kind: 'request.withdrawn' }],
    ['actor and date', { actor: 'u-rare', from: '2000-01-01T00:00:00Z' }],
    ['all of them', { actor: 'u-rare', kind: 'request.withdrawn', from: '2000-01-01T00:00:00Z' }],
  ])('the record filtered by %s reads what it shows, however old, and not what it leaves out', async (_, query) => {
    const record = recordStore({ prisma, reader: prisma, close: async () => undefined })
    const page = await record.page('northgate', query)
    expect(page.entries).toHaveLength(50)
    for (const one of [query, { ...query, cursor: page.next ?? '' }]) {
      const plans = await plansOf(() => record.page('northgate', one))
      expect(plans.flatMap(scans)).toEqual([])
      for (const plan of plans)
        for (const relation of ['events', 'organization_events']) {
          expect(rowsFrom(plan, relation)).toBeLessThanOrEqual(60)
          expect(leftOut(plan, relation)).toBeLessThanOrEqual(60)
        }
    }
  })

  it('a portion of the record’s export', async () => {
    const record = recordStore({ prisma, reader: prisma, close: async () => undefined })
    const portion = record.portions('northgate', {})[Symbol.asyncIterator]()
    const plans = await plansOf(() => portion.next())
    expect(plans.flatMap(scans)).toEqual([])
    for (const plan of plans) expect(rowsFrom(plan, 'events')).toBeLessThanOrEqual(1_000)
  })

  it('what is swept away, of what gathered in a week', async () => {
    await test.query(`
      insert into outbox (organization, request, topic, dedupe, payload, done_at) select 'northgate', gen_random_uuid(), 'notify', 'd' || n, '{}', now()
        from generate_series(1, ${REQUESTS}) n;
      insert into outbox (organization, request, topic, dedupe, payload, done_at) values ('northgate', gen_random_uuid(), 'notify', 'old', '{}', now() - interval '8 days');
      insert into outbox (organization, request, topic, dedupe, payload, done_at, dead_at)
        values ('northgate', gen_random_uuid(), 'notify', 'dead', '{}', now() - interval '8 days', now() - interval '8 days');
      insert into sessions (token_hash, user_id, expires_at) select 's' || n, 'u-ada', now() + interval '1 day'
        from generate_series(1, ${REQUESTS}) n;
      insert into verification_tokens (identifier, token_hash, expires_at) select 'i', 'v' || n, now() + interval '1 day'
        from generate_series(1, ${REQUESTS}) n`)
    await test.query('vacuum analyze')
    sent.length = 0
    await store().sweep()
    expect(await test.query("select dedupe from outbox where dedupe in ('old', 'dead')")).toEqual([{ dedupe: 'dead' }])
    const swept = sent.filter(({ query }) => /^\s*delete/i.test(query)).map((one) => ({ ...one }))
    expect(swept).toHaveLength(4)
    for (const { query, params } of swept) {
      const { rows } = await serving.query(`explain (format json) ${query}`, JSON.parse(params))
      const nodes = flat(rows[0]['QUERY PLAN'][0].Plan)
      const read = nodes.filter((node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable')
      // what has had its time, by a range of an index; then that, by its place
      expect(nodes.some((node) => node['Index Cond']?.includes('app_now') || node['Relation Name'] === 'changes')).toBe(
        true,
      )
      expect(read.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'changes')).toEqual([])
    }
  })

  it('what is due', async () => {
    for (const plan of await plansOf(() => store().dueTimers(50))) expect(scans(plan)).toEqual([])
  })
})

describe('a change of memberships', () => {
  let many: TestDatabase
  beforeAll(async () => {
    many = await testDatabase()
    await many.query(`
      insert into requests (organization, id, kind, tool, version, inputs, bound_user, fingerprint, client, title, warnings, described,
          quorum, one_ends, policy, on_behalf_of, created_at, expires_at, events)
        select 'northgate', gen_random_uuid(), 'write', 't', '1', '{}', 'u-ada', n, 'c-rota', 't', 0, '{}', 1, true,
          jsonb_build_object('who', case n % 4 when 0 then '{"kind":"team","team":"t-front"}'::jsonb
            when 1 then '{"kind":"role","role":"lead"}' when 2 then '{"kind":"people","people":["u-ada","u-\\\\x"]}'
            else '{"kind":"leads","team":"t-bar"}' end),
          case when n <= 3 then 'u-zoe' end, now(), now() + interval '1 day', 1 from generate_series(1, 20000) n;
      insert into eligibility (organization, request, person, may_decide, rank, expires_at)
        (select 'northgate', id, 'u-ben', true, 0, expires_at from requests limit 10)
        union all select 'northgate', id, 'u-' || n, true, 0, expires_at from requests, generate_series(1, 3) n`)
    await many.query('vacuum analyze')
  }, 120_000)
  afterAll(() => many.drop())

  /** How many rows of `requests` are fetched, and how many marked, where this changes. */
  async function marking(person: string | null, team: string | null, roles: string[]) {
    const client = new pg.Client({ connectionString: many.url })
    await client.connect()
    try {
      await client.query("begin; select set_config('app.org_id', 'northgate', true)")
      await client.query("select mark_stale('northgate', $1, $2, $3)", [person, team, roles])
      const { rows } = await client.query<{ read: number; marked: number }>(`select
        (select (seq_tup_read + idx_tup_fetch)::int from pg_stat_xact_user_tables where relname = 'requests') as read,
        (select count(*)::int from timers where what = 'refresh') as marked`)
      return rows[0] ?? { read: -1, marked: -1 }
    } finally {
      await client.end()
    }
  }
  it.each([
    ['nobody is concerned', 'u-nobody', 't-none', ['member'], 0],
    ['a person it was asked for', 'u-zoe', null, [], 3],
    ['a person who may see some', 'u-ben', null, [], 10],
    ['a team', null, 't-front', [], 5_000],
    ['the leads of a team', null, 't-bar', [], 5_000],
    ['a role', null, null, ['lead'], 5_000],
    ['a person who is named', 'u-ada', null, [], 5_000],
    ['a person with a backslash', 'u-\\x', null, [], 5_000],
  ] as const)(
    'marks, and reads, no more of 20,000 pending requests than concern it: %s',
    async (_, person, team, roles, n) => {
      const { read, marked } = await marking(person, team, [...roles])
      expect(marked).toBe(n)
      expect(read).toBeLessThanOrEqual(n + 5)
    },
  )
})

describe('with fifty thousand pending', () => {
  let large: TestDatabase
  beforeAll(async () => {
    large = await testDatabase()
    await large.query(`
      insert into requests (organization, id, kind, tool, version, inputs, bound_user, fingerprint, client, title, warnings, described,
          quorum, one_ends, policy, created_at, expires_at, events)
        select 'northgate', gen_random_uuid(), 'write', 't', '1', '{}', 'u-ada', n, 'c-rota', 't', 0, '{}', 1, true, '{}', now(),
          now() + n * interval '1 minute', 1 from generate_series(1, 50000) n;
      insert into eligibility (organization, request, person, may_decide, rank, expires_at)
        select 'northgate', id, 'u-ada', true, 0, expires_at from requests`)
    await large.query('vacuum analyze')
  }, 120_000)
  afterAll(() => large.drop())

  it('the inbox is planned a few times and then never: planning for each call took longer than reading', async () => {
    const db = openDatabase(large.url, { max: 1 })
    for (let n = 0; n < 12; n++)
      expect((await makeStore(db, () => undefined).list(ada, { view: 'mine' })).rows).toHaveLength(50)
    const kept = await db.prisma.$queryRaw<{ statement: string; generic: bigint; custom: bigint }[]>`
      SELECT statement, generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements`
    await db.close()
    const lists = kept.filter(({ statement }) => statement.includes('FROM eligibility e'))
    expect(lists).toHaveLength(2)
    // PostgreSQL plans for the values five times before it compares
    for (const { statement, generic, custom } of lists)
      expect([generic > 0n, custom <= 5n, statement]).toEqual([true, true, statement])
  })
})
