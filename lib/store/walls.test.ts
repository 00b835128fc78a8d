import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma } from '@/prisma/generated/client'
import { administration } from './administration'
import { type Database, openDatabase } from './database'
import { type TestDatabase, testDatabase } from './testing'
import { toolSql } from './tool-sql'
import { asAddress, asUser, within, writeWithin } from './within'

/** Design §7, tenancy: what must be read before an organization is known. */
const OUTSIDE = ['api_keys', 'changes', 'outbox', 'sessions', 'timers', 'unsealed']

let test: TestDatabase
let serving: pg.Client
let database: Database
beforeAll(async () => {
  test = await testDatabase()
  database = openDatabase(test.url, { max: 1 }) // one connection: what a statement left in it, the next would find
  const admin = administration(database)
  for (const org of ['north', 'south']) {
    await admin.putOrganization({ id: org, name: org, timeZone: null, demo: false })
    await admin.putClient({ org, id: 'c-rota', name: `Rota of ${org}` })
    await admin.putMember({ org, id: 'u-ada', email: 'ada@x.example', name: 'Ada', role: 'member' })
  }
  await test.query(`insert into requests (organization, id, kind, tool, version, inputs, bound_user, fingerprint, client, title, warnings,
      described, quorum, one_ends, policy, created_at, expires_at)
    select 'north', gen_random_uuid(), 'write', 't', '1', 'null', 'u', 'f', 'c-rota', 't', 0, '{}', 1, true, '{}', now(), now()`)
  await test.query("insert into eligibility select organization, id, 'u-ada', true, null, 0, now(), null from requests")
  await test.query("insert into policies (organization, kind, subject, policy) values ('north', 'write', 't', '{}')")
  serving = new pg.Client({ connectionString: test.url })
  await serving.connect()
})
afterAll(async () => {
  await serving.end()
  await database.close()
  await test.drop()
})

const behind = async () =>
  (
    await test.query<{ name: string }>(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization'",
    )
  )
    .map(({ name }) => name)
    .filter((name) => !OUTSIDE.includes(name))

describe('every table of an organization stands behind the wall', () => {
  it('but those that must be read before one is known', async () => {
    const tables = await test.query<{ name: string; on: boolean; forced: boolean; wall: string | null }>(
      `select c.relname as name, c.relrowsecurity as on, c.relforcerowsecurity as forced,
         (select pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid and p.polname = 'wall' and p.polcmd = '*') as wall
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    )
    const names = await behind()
    expect(names).toEqual(
      expect.arrayContaining(['members', 'requests', 'eligibility', 'tokens', 'events', 'verdicts']),
    )
    for (const { name, on, forced, wall } of tables) {
      expect([name, on]).toEqual([name, names.includes(name)])
      // the owner migrates and backs up
      expect([name, forced]).toEqual([name, false])
      if (on) expect([name, wall]).toEqual([name, '(organization = app_org())'])
    }
    for (const name of OUTSIDE) expect(tables.map((table) => table.name)).toContain(name)
  })

  it('and is empty for the serving role where no organization is set, or another one', async () => {
    for (const set of [null, 'elsewhere', '']) {
      await serving.query('begin')
      if (set !== null) await serving.query("select set_config('app.org_id', $1, true)", [set])
      for (const name of await behind())
        expect([name, set, (await serving.query(`select from ${name}`)).rowCount]).toEqual([name, set, 0])
      await serving.query('rollback')
    }
    expect(await test.query('select from requests')).toHaveLength(1)
  })

  it('nothing is written, moved or removed across it', async () => {
    const inSouth = async (sql: string) => {
      await serving.query('begin')
      try {
        await serving.query("select set_config('app.org_id', 'south', true)")
        return (await serving.query(sql)).rowCount
      } finally {
        await serving.query('rollback')
      }
    }
    const refused = { code: '42501', message: expect.stringContaining('row-level security') }
    await expect(
      inSouth("insert into clients (organization, id, name) values ('north', 'c-x', 'X')"),
    ).rejects.toMatchObject(refused)
    await expect(inSouth("update clients set organization = 'north'")).rejects.toMatchObject(refused)
    expect(await inSouth("update requests set title = 'x'")).toBe(0)
    expect(await inSouth("update clients set name = 'x' where organization = 'north'")).toBe(0)
    expect(await inSouth('delete from eligibility')).toBe(0)
  })
})

describe('the scoped handle', () => {
  const clients = (org: string | Prisma.Sql) =>
    within(database.prisma, org).rows<{ name: string }>`select name from clients order by name limit ${5}`

  it('reads inside one organization, in one statement, and leaves nothing behind in the connection', async () => {
    expect(await clients('north')).toEqual([{ name: 'Rota of north' }])
    expect(await clients('south')).toEqual([{ name: 'Rota of south' }])
    expect(await clients('')).toEqual([])
    expect(await database.prisma.$queryRaw`select coalesce(app_org(), 'none') as org`).toEqual([{ org: 'none' }])
    expect(await database.prisma.$queryRaw`select from clients`).toEqual([])
  })
  it('takes the organization from what stands outside, where only the database knows it', async () => {
    expect(await clients(Prisma.sql`select id from organizations where name = ${'south'}`)).toEqual([
      { name: 'Rota of south' },
    ])
    expect(await clients(Prisma.sql`select id from organizations where name = ${'nowhere'}`)).toEqual([])
  })
  it('shows a person’s own memberships wherever they are, and nobody else’s', async () => {
    const own = (id: string) =>
      asUser(database.prisma, Prisma.sql`select ${id}::text`).rows<{
        organization: string
      }>`select organization from members order by 1`
    expect(await own('u-ada')).toEqual([{ organization: 'north' }, { organization: 'south' }])
    expect(await own('u-ben')).toEqual([])
  })
  it('shows an address its own invitations, and nobody else’s', async () => {
    await test.query(`insert into invites (organization, id, email, name, invited_by, created_at, expires_at)
      select o, gen_random_uuid(), 'new@x.example', 'New', 'u-ada', now(), now() from unnest(array['north', 'south']) o`)
    const own = (email: string) =>
      asAddress(database.prisma, email).rows<{ organization: string }>`select organization from invites order by 1`
    expect(await own('New@x.example')).toEqual([{ organization: 'north' }, { organization: 'south' }])
    expect(await own('ada@x.example')).toEqual([])
  })
  it('writes inside one, and nowhere else', async () => {
    const rename = (org: string) =>
      writeWithin(
        database.prisma,
        org,
        (tx) => tx.$executeRaw`update clients set name = name where organization = 'north'`,
      )
    expect([await rename('north'), await rename('south')]).toEqual([1, 0])
    expect(await database.prisma.$queryRaw`select coalesce(app_org(), 'none') as org`).toEqual([{ org: 'none' }])
  })
  it('a tool’s own reads stand inside the organization that it is asked about', async () => {
    const read = (org?: string) =>
      toolSql(database.reader, org).query('select name from clients where id = $1 -- all of them\n;', ['c-rota'])
    expect(await read('south')).toEqual([{ name: 'Rota of south' }])
    expect(await read()).toEqual([])
  })
  it('is the only way to the database in this room', () => {
    const statements = /\.\$(queryRaw|executeRaw|transaction)\b/
    const files = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name),
    )
    for (const name of files) {
      const text = readFileSync(path.join(import.meta.dirname, name), 'utf8')
      // `outside.` is what acrossOrganizations gives, `tx.` is inside a transaction that has set the organization
      const direct = text
        .split('\n')
        .filter((line) => statements.test(line) && !/\b(outside|tx)\.\$|acrossOrganizations\(/.test(line))
      if (!['within.ts', 'one-moment.ts', 'tool-sql.ts', 'verdicts.ts'].includes(name))
        expect([name, direct]).toEqual([name, []])
    }
  })
})
