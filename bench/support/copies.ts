import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { newToken, tokenHash } from '@/lib/binding'
import type { TestDatabase } from '@/lib/store/testing'
import { writable } from '@/lib/store/testing'

export type Copy = { request: string; token: string; hash: string }

/**
 * Copies a request as it stands, with all its rows, so that thousands are there in a second. Each copy has a token of its
 * own where the original has one of this kind: what a person opened (`cnf`), or what a client was granted (`grt`).
 */
export async function copies(
  { query }: Pick<TestDatabase, 'query'>,
  original: string,
  kind: 'cnf' | 'grt',
  count: number,
): Promise<Copy[]> {
  const made = Array.from({ length: count }, (): Copy => {
    const token = newToken(kind, randomBytes(24))
    return { request: v7(), token, hash: tokenHash(token) }
  })
  const ids = made.map(({ request }) => request)
  const hashes = made.map(({ hash }) => hash)
  const requests = await writable(query, 'requests')
  await query(
    `insert into requests (${requests.columns}) select ${requests.ofRow} from requests o, unnest($2::uuid[]) c (id), lateral jsonb_populate_record(o,
       jsonb_build_object('id', c.id, 'fingerprint', 'copy ' || c.id)) r where o.id = $1`,
    [original, ids],
  )
  for (const table of ['eligibility', 'events', 'verdicts', 'timers']) {
    const { columns, ofRow } = await writable(query, table)
    await query(
      `insert into ${table} (${columns}) select ${ofRow} from ${table} o, unnest($2::uuid[]) c (id),
         lateral jsonb_populate_record(o, jsonb_build_object('request', c.id)) r where o.request = $1
       on conflict do nothing`, // a trigger has made some of the timers
      [original, ids],
    )
  }
  await query(
    `insert into tokens select r.* from tokens o, unnest($2::uuid[], $3::text[]) c (id, hash), lateral jsonb_populate_record(o,
       jsonb_build_object('request', c.id, 'hash', c.hash, 'fingerprint', 'copy ' || c.id)) r
     where o.hash = (select hash from tokens where request = $1 and kind = $4 and used_at is null limit 1)`,
    [original, ids, hashes, kind],
  )
  return made
}
