import type { Client } from 'pg'
import type { Fault } from './fault'

const ORPHANS = ['eligibility', 'verdicts', 'events', 'timers', 'outbox', 'tokens']

/** Rows that belong to no request, and answers that were begun and not given. */
export async function rowFaults(client: Client): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const table of ORPHANS) {
    const { rows } = await client.query<{ org: string; request: string }>(
      `select distinct t.organization as org, t.request::text as request from ${table} t
       left join requests q on q.organization = t.organization and q.id = t.request
       where t.request is not null and q.id is null ${table === 'outbox' ? "and t.topic <> 'invite'" : ''}`,
    )
    for (const { org, request } of rows)
      faults.push({ org, request, what: `there is no such request, and ${table} has rows of it` })
  }
  const { rows } = await client.query<{ org: string; key: string }>(
    'select organization as org, key from idempotency where answer is null',
  )
  for (const { org, key } of rows)
    faults.push({ org, request: null, what: `the answer to the key ${key} was never kept` })
  return faults
}
