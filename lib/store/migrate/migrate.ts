import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { type MigrationFile, readMigrations } from './read-migrations'

/**
 * Why nothing (more) was applied. `migration_edited`: a file changed after it was applied; `migration_unfinished`: one
 * failed under `prisma migrate deploy` and must be resolved there; `migrations_locked`: somebody else migrates and
 * does not come to an end.
 */
export type MigrateCode = 'migration_edited' | 'migration_unfinished' | 'migrations_locked'

/**
 * Applies the pending SQL files of `dir` in the order of their names; returns the names it applied.
 *
 * Row-compatible with `prisma migrate deploy`: the same table, checksum (SHA-256 of the file) and advisory lock, so
 * the two may be mixed and run at once. Several callers apply each file once. Here each file commits together with
 * its row: a failure or a kill leaves the database as it was before that file. Throws what PostgreSQL says about a
 * faulty file, with the file's name.
 */
export async function migrate(options: {
  ownerUrl: string
  dir: string
  log: (sentence: string) => void
}): Promise<Result<string[], Refusal<MigrateCode>>> {
  const files = readMigrations(options.dir)
  const client = new pg.Client({ connectionString: options.ownerUrl })
  await client.connect()
  try {
    if (!(await lock(client))) {
      return refuse('migrations_locked', [
        { path: '$', message: 'another process has been migrating this database for a minute' },
      ])
    }
    await client.query(MIGRATIONS_TABLE)
    const known = await knownMigrations(client)
    const fault = findFault(files, known)
    if (fault) return fault
    tellOfNewer(files, known, options.log)

    const applied: string[] = []
    for (const file of files.filter(({ name }) => !known.has(name))) {
      await apply(client, file)
      options.log(`Migration ${file.name} is applied.`)
      applied.push(file.name)
    }
    return yes(applied)
  } finally {
    await client.end() // ends the session, and with it the lock
  }
}

type Known = Map<string, { checksum: string; isFinished: boolean }>

/** The number is the one Prisma's own engine locks on. */
async function lock(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = '60s'`)
    await client.query('select pg_advisory_lock(72707369)')
    await client.query('set lock_timeout = 0')
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55P03') return false
    throw error
  }
}

const MIGRATIONS_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`

async function knownMigrations(client: pg.Client): Promise<Known> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `select migration_name as name, checksum, finished_at is not null as finished
       from _prisma_migrations where rolled_back_at is null`,
  )
  return new Map(rows.map((row) => [row.name, { checksum: row.checksum, isFinished: row.finished }]))
}

function findFault(files: MigrationFile[], known: Known) {
  for (const [name, { isFinished }] of known) {
    if (isFinished) continue
    const message = `${name} was begun and did not finish; look at what it did, then run «prisma migrate resolve»`
    return refuse('migration_unfinished', [{ path: '$', message }])
  }
  const edited = files.filter((file) => known.has(file.name) && known.get(file.name)?.checksum !== file.checksum)
  if (edited.length === 0) return undefined
  return refuse(
    'migration_edited',
    edited.map(({ name }) => ({
      path: '$',
      message: `${name} was changed after it had been applied; a change needs a new migration`,
    })),
  )
}

/** Not refused: while servers are replaced one by one, the old ones must still be able to restart. */
function tellOfNewer(files: MigrationFile[], known: Known, log: (sentence: string) => void): void {
  const ours = new Set(files.map(({ name }) => name))
  const newer = [...known.keys()].filter((name) => !ours.has(name))
  if (newer.length > 0) log(`The database is newer than this program: it also has ${newer.join(', ')}.`)
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  const id = randomUUID()
  await client.query('begin')
  try {
    await client.query('insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)', [
      id,
      file.checksum,
      file.name,
    ])
    await client.query(file.sql)
    // clock_timestamp: now() is the start of this transaction
    await client.query(
      'update _prisma_migrations set finished_at = clock_timestamp(), applied_steps_count = 1 where id = $1',
      [id],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`migration ${file.name} failed and left nothing behind: ${why}`, { cause: error })
  }
}
