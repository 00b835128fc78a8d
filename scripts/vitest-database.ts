import path from 'node:path'
import { startEmbedded } from '@/lib/store/embedded'
import { sweepTestDatabases } from '@/lib/store/testing'

/** Vitest's global set-up: names a PostgreSQL for all workers in DATABASE_TEST_URL, and starts ours where none is named. */
export default async function setup(): Promise<() => Promise<void>> {
  const named = process.env.DATABASE_TEST_URL
  if (named) {
    await sweepTestDatabases(named)
    return async () => undefined
  }
  const server = await startEmbedded({
    dataDir: path.join(import.meta.dirname, '../.data/test'),
    log: (sentence) => console.log(sentence),
    database: 'maintenance',
    // nothing here has to survive a power cut
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  process.env.DATABASE_TEST_URL = server.ownerUrl
  await sweepTestDatabases(server.ownerUrl)
  return () => server.stop()
}
