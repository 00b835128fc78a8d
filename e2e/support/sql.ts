import { expect } from '@playwright/test'
import pg from 'pg'
import { world } from './world'

/** Runs one statement as the owner of the database; returns its rows. */
export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: world().ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Waits until nothing moves by itself: what was proposed before is mailed, and sealed. */
export async function settled(): Promise<void> {
  await expect
    .poll(
      () =>
        sql(`select 1 from outbox where done_at is null and run_at <= app_now() union all select 1 from unsealed
          union all select 1 from timers where due <= app_now() union all select 1 from changes where at > now() - interval '1 second'`),
      { timeout: 30_000 },
    )
    .toEqual([])
}

/** Every table with every row, as text: what «nothing changed» is compared by. Tokens and sessions are left out. */
export async function everything(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'staffing') and tablename not in ('tokens', 'sessions') order by 1`,
  )
  const dump: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ rows: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as rows from ${name} t`,
    )
    dump[name] = row?.rows ?? ''
  }
  return dump
}
