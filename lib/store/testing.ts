import { createHash, createHmac, randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { invariant } from '@/lib/result'

export { databaseWithoutChecks, switchOffChecks } from './checks-off.fixture'

import { ensureLogin } from './migrate/ensure-login'
import { migrate } from './migrate/migrate'
import { readMigrations } from './migrate/read-migrations'

/** A database of one test file's own, migrated, on real PostgreSQL. */
export type TestDatabase = {
  /** The owner, who is a superuser here. */
  ownerUrl: string
  /** The serving login, a member of countersign_app. */
  url: string
  /** Makes the SQL function `app_now()` answer this instant (ISO 8601) in this database; null is the real clock again. */
  setClock(iso: string | null): Promise<void>
  /** Runs a statement as the owner. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Cuts off whoever is connected and removes the database. */
  drop(): Promise<void>
}

const MIGRATIONS = path.join(import.meta.dirname, '../../prisma/migrations')
const TEST_LOGIN = 'countersign_test'

/**
 * Makes a fresh database as a copy of a template that is migrated once for all test runs.
 *
 * On the server that DATABASE_TEST_URL names: the test run's global set-up sets it to the embedded one where it is
 * not set. Safe to call from many workers and several runs at once.
 */
export async function testDatabase(options: { migrations?: string } = {}): Promise<TestDatabase> {
  const server = process.env.DATABASE_TEST_URL
  invariant(server, 'DATABASE_TEST_URL is not set: run under vitest, whose global set-up starts a server')
  const name = uniqueName('t')
  await underLock(server, async (maintenance) => {
    const template = await makeTemplate(maintenance, server, options.migrations ?? MIGRATIONS)
    await maintenance.query(`create database ${name} template ${template}`)
  })
  const ownerUrl = at(server, name)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2, allowExitOnIdle: true })
  owner.on('error', () => undefined) // idle connections die when the database is dropped or the server killed
  return {
    ownerUrl,
    url: await loginUrl(ownerUrl),
    async setClock(iso) {
      await owner.query('update testing.test_clock set at = $1', [iso])
    },
    async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      return (await owner.query<Row>(sql, values)).rows
    },
    async drop() {
      await owner.end()
      await withClient(server, (maintenance) => maintenance.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Removes what killed test runs left behind: databases older than two hours, templates older than a day. */
export async function sweepTestDatabases(server: string): Promise<void> {
  await underLock(server, async (maintenance) => {
    for (const { datname } of await ours(maintenance)) {
      const age = Date.now() / 1000 - Number(datname.split('_').at(-2))
      const limit = datname.startsWith('cs_template_') ? 24 * 3600 : 2 * 3600
      if (age > limit) await maintenance.query(`drop database if exists ${datname} with (force)`)
    }
  })
}

/** Returns the template for these migrations, making it if there is none: under a draft's name first, so that one that exists is whole. */
async function makeTemplate(maintenance: pg.Client, server: string, migrations: string): Promise<string> {
  const files = readMigrations(migrations)
  const hash = createHash('sha256')
  for (const { name, checksum } of files) hash.update(`${name}:${checksum}\n`)
  const kind = `template_${hash.update(TEST_CLOCK).digest('hex').slice(0, 12)}`
  const known = (await ours(maintenance)).find(({ datname }) => datname.startsWith(`cs_${kind}_`))
  if (known) return known.datname

  const draft = uniqueName('t')
  await maintenance.query(`create database ${draft} template template0`)
  const migrated = await migrate({ ownerUrl: at(server, draft), dir: migrations, log: () => undefined })
  invariant(migrated.ok, 'a new database takes all migrations')
  await withClient(at(server, draft), (client) => client.query(TEST_CLOCK))
  await loginUrl(at(server, draft))
  const template = uniqueName(kind)
  await maintenance.query(`alter database ${draft} rename to ${template}`)
  return template
}

/** In a schema of its own, so that tests about «every table» do not meet it. */
const TEST_CLOCK = `
  create schema testing;
  create table testing.test_clock (at timestamptz);
  insert into testing.test_clock values (null);
  grant usage on schema testing to public;
  grant select on testing.test_clock to public;
  create or replace function app_now() returns timestamptz language sql stable parallel safe
    as $$ select coalesce((select at from testing.test_clock), date_trunc('milliseconds', now())) $$`

async function loginUrl(ownerUrl: string): Promise<string> {
  // one password for the whole cluster, known to every process that knows the owner's
  const password = createHmac('sha256', new URL(ownerUrl).password).update(TEST_LOGIN).digest('hex')
  const login = await ensureLogin({ ownerUrl, login: TEST_LOGIN, password })
  invariant(login.ok, 'the owner of a test server may make roles')
  return login.value.url
}

type Named = { datname: string }

async function ours(maintenance: pg.Client): Promise<Named[]> {
  const pattern = String.raw`^cs_(t|template_[0-9a-f]{12})_\d+_[0-9a-f]+$`
  return (await maintenance.query<Named>('select datname from pg_database where datname ~ $1', [pattern])).rows
}

/** Carries the second it was made, for the sweep. */
function uniqueName(kind: string): string {
  return `cs_${kind}_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString('hex')}`
}

/** One at a time in the whole cluster: a template cannot be copied while somebody is connected to it. */
async function underLock(server: string, work: (maintenance: pg.Client) => Promise<void>): Promise<void> {
  await withClient(server, async (maintenance) => {
    await maintenance.query('select pg_advisory_lock(72707371)')
    await work(maintenance)
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function at(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.toString()
}

/** The columns of a table that take a value, as a list of `insert`, and the same of a row `r`; the others are made from these. */
export async function writable(
  query: TestDatabase['query'],
  table: string,
): Promise<{ columns: string; ofRow: string }> {
  const rows = await query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  return { columns: names.join(', '), ofRow: names.map((name) => `r.${name}`).join(', ') }
}
