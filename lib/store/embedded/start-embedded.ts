import { createHmac } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { initialize } from './initialize'
import { keepPassword } from './keep-password'
import { joinLaunchers } from './launchers'
import { choosePlace } from './place'
import { stopPostmaster } from './postmaster'
import { serve } from './serve'

/** A running embedded server. */
export type Embedded = {
  /** Superuser, at Countersign's own database. */
  ownerUrl: string
  /** Superuser, at any database of this server. */
  url(database: string): string
  port: number
  /** The same password at every start, so that launchers which share the server agree on it; stored nowhere. */
  loginPassword(login: string): string
  /** Fast shutdown, unless another launcher still uses the server. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of `dataDir`, or adopts the one that already runs there, and waits until it answers.
 *
 * The first start makes the cluster, a random superuser password (`dataDir/postgres-password`, 0600) and `database`.
 * `settings` are server settings for a newly started server only. Safe to call from several processes at once.
 * `log` gets whole sentences for a person.
 */
export async function startEmbedded(options: {
  dataDir: string
  log: (sentence: string) => void
  database?: string
  settings?: Record<string, string>
}): Promise<Embedded> {
  const dataDir = path.resolve(options.dataDir)
  const database = options.database ?? 'countersign'
  const place = choosePlace(dataDir, options.log)
  const launchers = await joinLaunchers(path.join(dataDir, 'launchers'), place.account)
  try {
    const password = keepPassword(dataDir, place.data)
    initialize(place, password)
    const port = await serve(place, password, options.settings ?? {}, options.log)
    const url = (name: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`
    await makeDatabase(url('postgres'), database)
    return {
      ownerUrl: url(database),
      url,
      port,
      loginPassword: (login) => createHmac('sha256', password).update(`login:${login}`).digest('hex'),
      stop: () => launchers.leave(() => stopPostmaster(place.data)),
    }
  } catch (error) {
    await launchers.leave(async () => undefined)
    throw error
  }
}

async function makeDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    // template0: unlike template1 nobody can be connected to it, which would refuse the copy
    if (known.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)} template template0`)
  } catch (error) {
    const lostTheRace = error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505')
    if (!lostTheRace) throw error
  } finally {
    await client.end()
  }
}
