import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { checkServingRole } from './migrate'
import { type TestDatabase, testDatabase } from './testing'

const made: TestDatabase[] = []
afterAll(async () => {
  for (const database of made) await database.drop()
})

async function aDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  made.push(database)
  return database
}

async function asServing(database: TestDatabase, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

test('a test database is migrated, and its serving login may serve', async () => {
  const database = await aDatabase()
  expect(await checkServingRole(database.url)).toEqual({ ok: true, value: { role: 'countersign_test' } })
  expect(await asServing(database, 'select count(*)::int from requests')).toBe(0)
})

test('what one test database holds, another never sees, also when they are made at once', async () => {
  const databases = await Promise.all([aDatabase(), aDatabase(), aDatabase(), aDatabase()])
  for (const [n, database] of databases.entries())
    await database.query('create table only_here as select $1::int as n', [n])
  const seen = await Promise.all(databases.map((database) => database.query<{ n: number }>('select n from only_here')))
  expect(seen).toEqual([[{ n: 0 }], [{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
})

test('the clock of one database can be set for everybody in it, and given back', async () => {
  const database = await aDatabase()
  await database.setClock('2030-01-02T03:04:05.678Z')
  expect(await asServing(database, 'select app_now()')).toEqual(new Date('2030-01-02T03:04:05.678Z'))
  await database.setClock(null)
  expect(await asServing(database, "select app_now() = date_trunc('milliseconds', now())")).toBe(true)
})

test('a dropped database is gone although a client is connected', async () => {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  await database.drop()
  await expect(asServing(database, 'select 1')).rejects.toMatchObject({ code: '3D000' })
})
