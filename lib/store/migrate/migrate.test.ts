import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing'
import { migrate } from './migrate'

const folders: string[] = []
const databases: TestDatabase[] = []
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const TABLES = 'create table things (n int primary key);\ncreate table others (n int);\n'
const FUNCTION =
  'create function double(n int) returns int language plpgsql as $$ begin n := n * 2; return n; end $$;\ninsert into things values (double(21));\n'

function migrations(files: Record<string, string>): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'migrations-'))
  folders.push(dir)
  for (const [name, sql] of Object.entries(files)) write(dir, name, sql)
  writeFileSync(path.join(dir, 'migration_lock.toml'), 'provider = "postgresql"\n')
  return dir
}

function write(dir: string, name: string, sql: string): void {
  mkdirSync(path.join(dir, name), { recursive: true })
  writeFileSync(path.join(dir, name, 'migration.sql'), sql)
}

async function anEmptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({ migrations: migrations({}) })
  databases.push(database)
  return database
}

function run(database: TestDatabase, dir: string, log: (sentence: string) => void = () => undefined) {
  return migrate({ ownerUrl: database.ownerUrl, dir, log })
}

const recorded =
  'select migration_name as name, checksum, finished_at >= started_at as finished, applied_steps_count as steps from _prisma_migrations order by 1'

test('files apply in the order of their names, function bodies whole, and are recorded as Prisma records them', async () => {
  const database = await anEmptyDatabase()
  const dir = migrations({ '02_function': FUNCTION, '01_tables': TABLES })
  expect(await run(database, dir)).toEqual({ ok: true, value: ['01_tables', '02_function'] })
  expect(await database.query('select n from things')).toEqual([{ n: 42 }])
  const sha256 = (name: string) =>
    execFileSync('sha256sum', [path.join(dir, name, 'migration.sql')], { encoding: 'utf8' }).slice(0, 64)
  expect(await database.query(recorded)).toEqual([
    { name: '01_tables', checksum: sha256('01_tables'), finished: true, steps: 1 },
    { name: '02_function', checksum: sha256('02_function'), finished: true, steps: 1 },
  ])
  expect(await run(database, dir)).toEqual({ ok: true, value: [] })
})

test('of three migrators at once each file is applied by one', async () => {
  const database = await anEmptyDatabase()
  const dir = migrations({ '01_tables': TABLES, '02_function': FUNCTION })
  const results = await Promise.all([run(database, dir), run(database, dir), run(database, dir)])
  expect(results.flatMap((result) => (result.ok ? result.value : ['refused'])).sort()).toEqual([
    '01_tables',
    '02_function',
  ])
  expect(await database.query('select count(*)::int as rows from _prisma_migrations')).toEqual([{ rows: 2 }])
})

test('a file that was edited after it had been applied is refused, and nothing else is applied', async () => {
  const database = await anEmptyDatabase()
  const dir = migrations({ '01_tables': TABLES })
  await run(database, dir)
  write(dir, '01_tables', `${TABLES}-- edited\n`)
  write(dir, '02_function', FUNCTION)
  expect(await run(database, dir)).toMatchObject({
    ok: false,
    error: { code: 'migration_edited', at: [{ message: /^01_tables / }] },
  })
  expect(await database.query('select migration_name as name from _prisma_migrations')).toEqual([{ name: '01_tables' }])
})

test('a faulty file is named and leaves nothing behind, and applies once it is repaired', async () => {
  const database = await anEmptyDatabase()
  const dir = migrations({ '01_tables': TABLES, '02_faulty': 'create table half (n int);\nselect 1 / 0;\n' })
  await expect(run(database, dir)).rejects.toThrow(
    'migration 02_faulty failed and left nothing behind: division by zero',
  )
  expect(await database.query("select to_regclass('half') as half")).toEqual([{ half: null }])
  write(dir, '02_faulty', 'create table half (n int);\n')
  expect(await run(database, dir)).toEqual({ ok: true, value: ['02_faulty'] })
})

test('a migration that Prisma began and did not finish is refused', async () => {
  const database = await anEmptyDatabase()
  await database.query("insert into _prisma_migrations (id, checksum, migration_name) values ('1', 'x', '01_tables')")
  expect(await run(database, migrations({ '01_tables': TABLES }))).toMatchObject({
    ok: false,
    error: { code: 'migration_unfinished' },
  })
})

test('a database that is newer than the program is said and not refused', async () => {
  const database = await anEmptyDatabase()
  const dir = migrations({ '01_tables': TABLES, '02_function': FUNCTION })
  await run(database, dir)
  const older = migrations({})
  cpSync(path.join(dir, '01_tables'), path.join(older, '01_tables'), { recursive: true })
  const said: string[] = []
  expect(await run(database, older, (sentence) => said.push(sentence))).toEqual({ ok: true, value: [] })
  expect(said).toEqual(['The database is newer than this program: it also has 02_function.'])
})
