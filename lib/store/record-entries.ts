import type { RecordEntry, RecordQuery } from '@/lib/record'
import { Prisma } from '@/prisma/generated/client'
import { readCursor } from './cursor'
import { kept } from './each-request'
import type { Within } from './within'

/** How many events a page shows. */
export const PAGE = 50
/** How many rows are read at once where all are read. */
export const PORTION = 1_000

/** The organization's own chain, where a request would stand. */
export const OWN = '00000000-0000-0000-0000-000000000000'

/** Where an event stands in the list: its time, its request, its number. */
type Place = [string, string, number]

/** An event as it is read for the list. */
export type Row = Omit<RecordEntry, 'request' | 'at'> & { at: Date; request: string; title: string | null }
/** One page and one event more, the newest first. */
export function newest(inside: Within, org: string, query: RecordQuery): Promise<Row[]> {
  const [at, request, n] = readCursor(query.cursor, ['t', 'u', 'i']) ?? [
    '9999-01-01T00:00:00.000Z',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    0,
  ]
  const before = (request_: Prisma.Sql) =>
    Prisma.sql`(x.at, ${request_}, x.n) < (${at}::timestamptz, ${request}::uuid, ${n}::int)`
  return both(inside, org, query, before, Prisma.sql`DESC`, PAGE + 1)
}

/** All of it, the oldest first, portion by portion. */
export async function* portionsOf(inside: Within, org: string, query: RecordQuery): AsyncGenerator<RecordEntry[]> {
  let after: Place = ['0001-01-01T00:00:00.000Z', OWN, 0]
  for (;;) {
    const rows = await oldest(inside, org, query, after)
    if (rows.length > 0) yield rows.map(toEntry)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PORTION) return
    after = [last.at.toISOString(), last.request, last.n]
  }
}

/** One portion after a place, the oldest first. */
function oldest(inside: Within, org: string, query: RecordQuery, [at, request, n]: Place): Promise<Row[]> {
  const after = (request_: Prisma.Sql) =>
    Prisma.sql`(x.at, ${request_}, x.n) > (${at}::timestamptz, ${request}::uuid, ${n}::int)`
  return both(inside, org, query, after, Prisma.sql`ASC`, PORTION)
}

/**
 * Events of requests and of the organization as one list: each is an index range that is cut before they are merged. Titles are
 * read for what is left, one by one: joined, all requests would be read for them.
 */
function both(
  inside: Within,
  org: string,
  query: RecordQuery,
  from: (request: Prisma.Sql) => Prisma.Sql,
  order: Prisma.Sql,
  limit: number,
): Promise<Row[]> {
  const own = Prisma.sql`${OWN}::uuid`
  return inside.rows<Row>`
    SELECT r.request::text AS request, r.n, r.kind, r.at, r.body, encode(r.head, 'hex') AS head, encode(r.hash, 'hex') AS hash,
      (SELECT q.title FROM requests q WHERE q.organization = ${org}::text AND q.id = r.request) AS title,
      CASE WHEN r.body::jsonb->'actor'->>'id' IS NOT NULL THEN jsonb_build_object('kind', r.body::jsonb->'actor'->>'kind',
        'id', r.body::jsonb->'actor'->>'id', 'name', coalesce(u.name, c.name, r.body::jsonb->'actor'->>'id')) END AS actor
    FROM (
      (SELECT x.request, x.n, x.kind, x.at, x.body, x.head, x.hash FROM events x
        WHERE x.organization = ${org}::text AND ${from(Prisma.sql`x.request`)} ${filters(query)}
          ${query.request === undefined ? Prisma.empty : Prisma.sql`AND x.request = ${query.request}::uuid`}
        ORDER BY x.at ${order}, x.request ${order}, x.n ${order} LIMIT ${limit})
      UNION ALL
      (SELECT ${own}, x.n, x.kind, x.at, x.body, x.head, x.hash FROM organization_events x
        WHERE x.organization = ${org}::text AND ${from(own)} ${filters(query)}
          ${query.request === undefined ? Prisma.empty : Prisma.sql`AND false`}
        ORDER BY x.at ${order}, x.n ${order} LIMIT ${limit})
      ORDER BY 4 ${order}, 1 ${order}, 2 ${order} LIMIT ${limit}) r
    LEFT JOIN users u ON u.id = r.body::jsonb->'actor'->>'id' AND r.body::jsonb->'actor'->>'kind' = 'person'
    LEFT JOIN clients c ON c.organization = ${org}::text AND c.id = r.body::jsonb->'actor'->>'id'
      AND r.body::jsonb->'actor'->>'kind' = 'client'
    ORDER BY r.at ${order}, r.request ${order}, r.n ${order}`
}

function filters({ kind, actor, from, until }: RecordQuery): Prisma.Sql {
  const parts: Prisma.Sql[] = []
  if (kind !== undefined) parts.push(Prisma.sql`AND x.kind = ${kind}::text`)
  if (actor !== undefined) parts.push(Prisma.sql`AND x.actor = ${kept(actor)}::text`)
  if (from !== undefined) parts.push(Prisma.sql`AND x.at >= ${from}::timestamptz`)
  if (until !== undefined) parts.push(Prisma.sql`AND x.at < ${until}::timestamptz`)
  return parts.length === 0 ? Prisma.empty : Prisma.join(parts, ' ')
}

/** The event as the record shows it. */
export function toEntry({ at, request, title, ...row }: Row): RecordEntry {
  return { ...row, at: at.toISOString(), request: request === OWN ? null : { id: request, title: title ?? '' } }
}
