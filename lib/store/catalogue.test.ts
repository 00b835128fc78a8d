import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OUTCOMES, STATUSES, VERDICTS } from '@/lib/request'
import { type TestDatabase, testDatabase } from './testing'

let test: TestDatabase
let serving: pg.Client
beforeAll(async () => {
  test = await testDatabase()
  serving = new pg.Client({ connectionString: test.url })
  await serving.connect()
})
afterAll(async () => {
  await serving.end()
  await test.drop()
})

describe('what Prisma cannot say, the database says', () => {
  it.each([
    ['eligibility_open', /\(organization, person, rank, expires_at, request\) INCLUDE .* WHERE \(closed_at IS NULL\)/],
    ['eligibility_closed', /\(organization, person, closed_at DESC, request\) WHERE \(closed_at IS NOT NULL\)/],
    ['requests_attention', /WHERE .*status = 'approved'.*outcome IS NULL.*outcome = 'unknown'/],
    ['requests_pending_call', /\(organization, fingerprint\) WHERE \(status = 'pending'::text\)/],
    ['requests_replaces', /WHERE \(replaces IS NOT NULL\)/],
    ['outbox_due', /\(run_at, id\) WHERE \(done_at IS NULL\)/],
    ['outbox_dedupe_key', /UNIQUE .*\(dedupe\)/],
    ['events_pkey', /UNIQUE .*\(organization, request, n\)/],
    ['verdicts_pkey', /UNIQUE .*\(organization, request, n\)/],
  ])('the index %s', async (name, definition) => {
    const [index] = await test.query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [
      name,
    ])
    expect(index?.indexdef).toMatch(definition)
  })

  it('what is stamped by default is stamped by the one clock', async () => {
    const rows = await test.query<{ default: string }>(
      `select c.relname || '.' || a.attname || ' ' || pg_get_expr(d.adbin, d.adrelid) as default
       from pg_attrdef d join pg_attribute a on (a.attrelid, a.attnum) = (d.adrelid, d.adnum)
         join pg_class c on c.oid = d.adrelid join pg_namespace s on s.oid = c.relnamespace
       where s.nspname = 'public' and c.relname <> '_prisma_migrations' and a.atttypid = 'timestamptz'::regtype`,
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map((row) => row.default).filter((text) => !text.endsWith(' app_now()'))).toEqual([])
  })

  it.each([
    ['requests_status', STATUSES],
    ['requests_outcome', OUTCOMES],
    ['verdicts_verdict', [...VERDICTS, 'taken_back']],
    ['members_role', ['member', 'lead', 'admin']],
    ['tokens_kind', ['cnf', 'grt']],
  ] as const)('the check %s allows exactly the words of the core', async (name, words) => {
    const [check] = await test.query<{ text: string }>(
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      [name],
    )
    const allowed = [...(check?.text ?? '').matchAll(/'(\w+)'/g)].map(([, word]) => word)
    expect(allowed.sort()).toEqual([...words].sort())
  })

  it('only what is approved has an outcome, and a quorum is at least one', async () => {
    const insert = (columns: string, values: string) =>
      test.query(
        `insert into requests (organization, id, kind, tool, version, inputs, bound_user, fingerprint, client, title, warnings,
         described, one_ends, policy, created_at, expires_at, ${columns})
         values ('o', gen_random_uuid(), 'write', 't', '1', 'null', 'u', 'f', 'c', 't', 0, '{}', true, '{}', now(), now(), ${values})`,
      )
    await expect(insert('quorum, outcome', "1, 'waiting'")).rejects.toThrow('requests_outcome_of_approved')
    await expect(insert('quorum', '0')).rejects.toThrow('requests_quorum')
    await expect(insert('quorum', '1')).resolves.toEqual([])
  })
})

describe('the serving role', () => {
  const may = async (table: string, privilege: string) =>
    (await serving.query<{ may: boolean }>('select has_table_privilege($1, $2) as may', [table, privilege])).rows[0]
      ?.may

  it('adds to history and can neither change nor remove it', async () => {
    for (const table of ['seals', 'events', 'verdicts', 'organization_events']) {
      for (const privilege of ['select', 'insert'])
        expect([table, privilege, await may(table, privilege)]).toEqual([table, privilege, true])
      for (const privilege of ['update', 'delete', 'truncate', 'references', 'trigger'])
        expect([table, privilege, await may(table, privilege)]).toEqual([table, privilege, false])
      await expect(serving.query(`update ${table} set n = n + 1`)).rejects.toMatchObject({ code: '42501' })
      await expect(serving.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  })
  it('may use every other table of ours, empty none, and see no more of the migrations than what was applied', async () => {
    const tables = await test.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'",
    )
    expect(tables.length).toBeGreaterThanOrEqual(17)
    for (const { name } of tables) {
      for (const privilege of ['select', 'insert'])
        expect([name, privilege, await may(name, privilege)]).toEqual([name, privilege, true])
      expect([name, await may(name, 'truncate')]).toEqual([name, false])
    }
    for (const privilege of ['insert', 'update', 'delete'])
      expect(await may('_prisma_migrations', privilege)).toBe(false)
  })
  it('runs no function of ours with anybody else’s rights', async () => {
    const functions = await test.query<{ proname: string; prosecdef: boolean }>(
      "select proname, prosecdef from pg_proc where pronamespace = 'public'::regnamespace",
    )
    expect(functions.map(({ proname }) => proname)).toEqual(
      expect.arrayContaining(['decide', 'spend_grant', 'record_outcome']),
    )
    expect(functions.filter(({ prosecdef }) => prosecdef)).toEqual([])
  })
})
