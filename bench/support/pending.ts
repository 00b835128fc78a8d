import { writable } from '@/lib/store/testing'
import type { Northgate } from './northgate'

/**
 * Copies one order until so many wait for Dana, asked for over the last three days (ids are in the order of asking); the
 * deadlines differ, as the list is ordered by them.
 */
export async function fillPending({ database: { query: sql }, proposeOrder }: Northgate, count: number): Promise<void> {
  const original = await proposeOrder()
  const { columns, ofRow } = await writable(sql, 'requests')
  await sql(
    `insert into requests (${columns}) select ${ofRow} from requests o, generate_series(2, $2::int) n, lateral jsonb_populate_record(o,
       jsonb_build_object('id', (lpad(to_hex((extract(epoch from now()) * 1000 - n * (259200000.0 / $2::int))::bigint), 12, '0')
           || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
         'fingerprint', 'copy ' || n, 'expires_at', o.expires_at + n * interval '1 second')) r where o.id = $1`,
    [original, count],
  )
  await sql(
    `insert into eligibility (organization, request, person, may_decide, rank, expires_at)
     select organization, id, 'dana', true, 0, expires_at from requests where id <> $1`,
    [original],
  )
  await sql('vacuum analyze')
}
