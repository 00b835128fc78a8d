import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing'
import { checkServingRole } from './check-serving-role'
import { ensureLogin } from './ensure-login'

// Roles belong to the whole cluster: every name here is this run's own, and goes at the end.
const suffix = randomBytes(4).toString('hex')
const group = `cs_group_${suffix}`
const roles: string[] = []
let database: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  other = await testDatabase()
  await database.query(`create role ${group} nologin`)
})

afterAll(async () => {
  for (const role of [...roles, group]) await database.query(`drop owned by ${role} cascade`)
  for (const role of [...roles, group]) await other.query(`drop owned by ${role} cascade`)
  for (const role of [...roles, group]) await database.query(`drop role ${role}`)
  await database.drop()
  await other.drop()
})

function aName(kind: string): string {
  const name = `cs_${kind}_${suffix}`
  roles.push(name)
  return name
}

/** Makes a login and returns its URL. */
async function aRole(kind: string, attributes: string): Promise<string> {
  const name = aName(kind)
  await database.query(`create role ${name} login password 'given' ${attributes}`)
  const url = new URL(database.ownerUrl)
  url.username = name
  url.password = 'given'
  return url.toString()
}

async function signIn(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query('select current_user as me')).rows[0].me
  } finally {
    await client.end()
  }
}

test('the login that is made signs in and may serve', async () => {
  const login = aName('made')
  const made = await ensureLogin({ ownerUrl: database.ownerUrl, login, group })
  if (!made.ok) throw new Error(made.error.code)
  expect(await signIn(made.value.url)).toBe(login)
  expect(await checkServingRole(made.value.url, group)).toEqual({ ok: true, value: { role: login } })
})

test('without a password given the old one stops working, with one it is kept', async () => {
  const login = aName('renewed')
  const first = await ensureLogin({ ownerUrl: database.ownerUrl, login, group, password: 'first' })
  const second = await ensureLogin({ ownerUrl: database.ownerUrl, login, group, password: 'first' })
  expect(second).toEqual(first)
  const third = await ensureLogin({ ownerUrl: database.ownerUrl, login, group })
  if (!first.ok || !third.ok) throw new Error('refused')
  await expect(signIn(first.value.url)).rejects.toMatchObject({ code: '28P01' })
  expect(await signIn(third.value.url)).toBe(login)
})

test('makers of the same login at once, in two databases, all succeed', async () => {
  const login = aName('raced')
  const racedGroup = aName('raced_group')
  const owners = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? database : other).ownerUrl)
  const made = await Promise.all(
    owners.map((ownerUrl) => ensureLogin({ ownerUrl, login, group: racedGroup, password: 'shared' })),
  )
  expect(made.map(({ ok }) => ok)).toEqual(owners.map(() => true))
  for (const result of made) if (result.ok) expect(await signIn(result.value.url)).toBe(login)
})

test('an owner who may not make roles gets the SQL, which works for an administrator and holds no password', async () => {
  const ownerUrl = await aRole('humble', '')
  const login = aName('asked')
  const refused = await ensureLogin({ ownerUrl, login, group, password: 'not-in-the-sql' })
  if (refused.ok) throw new Error('made')
  expect(refused.error.code).toBe('needs_administrator')
  expect(refused.error.sql).not.toContain('not-in-the-sql')
  await database.query(refused.error.sql)
  expect(await signIn(refused.error.url)).toBe(login)
  expect(await checkServingRole(refused.error.url, group)).toMatchObject({ ok: true })
})

test('an owner who may make roles but not grant the group gets the SQL too', async () => {
  const ownerUrl = await aRole('creator', 'createrole')
  const [server] = await database.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const result = await ensureLogin({ ownerUrl, login: aName('ungranted'), group })
  if (!result.ok) await database.query(result.error.sql)
  // up to PostgreSQL 15 CREATEROLE alone may grant any group
  expect(result.ok).toBe((server?.version ?? 0) < 160_000)
})

test('a superuser may not serve', async () => {
  expect(await checkServingRole(database.ownerUrl)).toMatchObject({
    ok: false,
    error: { code: 'serving_role_is_superuser' },
  })
})

test('a role that bypasses row-level security may not serve', async () => {
  const url = await aRole('bypass', `bypassrls in role ${group}`)
  expect(await checkServingRole(url, group)).toMatchObject({
    ok: false,
    error: { code: 'serving_role_bypasses_row_security' },
  })
})

test('a role that owns a table may not serve, nor a member of one', async () => {
  const owner = await aRole('owner', `in role ${group}`)
  await database.query(`create table owned_${suffix} (n int); alter table owned_${suffix} owner to cs_owner_${suffix}`)
  const member = await aRole('member', `in role cs_owner_${suffix}, ${group}`)
  for (const url of [owner, member]) {
    expect(await checkServingRole(url, group)).toMatchObject({
      ok: false,
      error: { code: 'serving_role_owns_tables', at: [{ message: expect.stringContaining(`owned_${suffix}`) }] },
    })
  }
})

test('a role outside the group may not serve, nor one that does not inherit it', async () => {
  const outside = await aRole('outside', '')
  const noInherit = await aRole('noinherit', `noinherit in role ${group}`)
  for (const url of [outside, noInherit]) {
    expect(await checkServingRole(url, group)).toMatchObject({ ok: false, error: { code: 'serving_role_lacks_group' } })
  }
})
