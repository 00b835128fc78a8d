import path from 'node:path'
import { startEmbedded } from '@/lib/store/embedded'
import { sweepTestDatabases, type TestDatabase, testDatabase } from '@/lib/store/testing'

/** Starts a PostgreSQL for the measurements, as durable as in production, and names it to `testDatabase`. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startEmbedded({
    dataDir: path.join(import.meta.dirname, '../../.data/bench'),
    log: (sentence) => console.log(sentence),
    database: 'maintenance',
    settings: { max_connections: '200', shared_buffers: '512MB', max_wal_size: '4GB' },
  })
  process.env.DATABASE_TEST_URL = server.ownerUrl
  await sweepTestDatabases(server.ownerUrl)
  return { url: server.ownerUrl, stop: () => server.stop() }
}

/** A migrated database with the clock of production: the one that tests can set costs a query. */
export async function ownDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  await realClock(database)
  return database
}

export async function realClock({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  await query(`create or replace function app_now() returns timestamptz language sql stable parallel safe
    as $$ select date_trunc('milliseconds', now()) $$`)
}
