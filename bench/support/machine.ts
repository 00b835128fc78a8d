import { cpus, loadavg, totalmem } from 'node:os'
import pg from 'pg'

/** What the figures were measured on. `load` is how many processes wanted a core before the run began. */
export type Machine = { cores: string; memory: string; node: string; postgres: string; date: string; load: number }

/** Asks before anything is measured. */
export async function machine(server: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    return {
      cores: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
      memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
      node: process.version,
      postgres: `${rows[0]?.version} (embedded, fsync on)`,
      date: new Date().toISOString().slice(0, 10),
      load: loadavg()[0] ?? 0,
    }
  } finally {
    await client.end()
  }
}
