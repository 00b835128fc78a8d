import type { EventRow } from '@/lib/audit'
import type { Chain, RecordEntry, RecordPage, RecordQuery, RecordStore, Seal } from '@/lib/record'
import { Prisma } from '@/prisma/generated/client'
import { readCursor, writeCursor } from './cursor'
import type { Database } from './database'
import { acrossOrganizations, type Within, within } from './within'

const PAGE = 50
const PORTION = 1_000
const SEALS = 50
const SEALED_AT_ONCE = 2_000

/** The organization's own chain, where a request would stand. */
const OWN = '00000000-0000-0000-0000-000000000000'

/** Seals what is there in every organization, and says how much. `onFault` hears of one that could not be sealed. */
export type SealAll = (onFault: (error: unknown, org: string) => void) => Promise<number>

/** The record's part of the store, and its sealer. */
export function recordStore({ prisma }: Database): RecordStore & { sealAll: SealAll } {
  const inside = (org: string) => within(prisma, org)
  return {
    async page(org, query) {
      const [rows, actors, [state]] = await Promise.all([
        newest(inside(org), org, query),
        inside(org).rows<{ id: string; name: string }>`
          SELECT a.id, a.name FROM (
            SELECT u.id, u.name FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization = ${org}::text
            UNION ALL SELECT c.id, c.name FROM clients c WHERE c.organization = ${org}::text) a ORDER BY a.name LIMIT 500`,
        inside(org).rows<{ seal: RecordPage['seal']; unsealed: number; events: number }>`
          SELECT (SELECT jsonb_build_object('n', z.n, 'at', iso(z.at), 'hash', encode(z.hash, 'hex')) FROM seals z
              WHERE z.organization = ${org}::text ORDER BY z.n DESC LIMIT 1) AS seal,
            (SELECT count(*)::int FROM unsealed u WHERE u.organization = ${org}::text) AS unsealed,
            coalesce((SELECT z.total FROM seals z WHERE z.organization = ${org}::text ORDER BY z.n DESC LIMIT 1), 0)
              + (SELECT count(*)::int FROM unsealed u WHERE u.organization = ${org}::text) AS events`,
      ])
      const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
      return {
        entries: rows.slice(0, PAGE).map(toEntry),
        next: last === undefined ? null : writeCursor([last.at.toISOString(), last.request, last.n]),
        actors,
        seal: state?.seal ?? null,
        unsealed: state?.unsealed ?? 0,
        events: state?.events ?? 0,
      }
    },

    async *portions(org, query) {
      let after: Place = ['0001-01-01T00:00:00.000Z', OWN, 0]
      for (;;) {
        const rows = await oldest(inside(org), org, query, after)
        if (rows.length > 0) yield rows.map(toEntry)
        const last = rows.at(-1)
        if (last === undefined || rows.length < PORTION) return
        after = [last.at.toISOString(), last.request, last.n]
      }
    },

    async *chains(org) {
      // one statement, so that a row and its events are of one moment
      for (let after = OWN; ; ) {
        const rows = await inside(org).rows<ChainRow>`
          SELECT i.id::text AS request, q.events AS count, q.head,
            coalesce((SELECT jsonb_agg(jsonb_build_array(e.n, e.body, encode(e.head, 'hex'), encode(e.hash, 'hex')) ORDER BY e.n)
              FROM events e WHERE e.organization = ${org}::text AND e.request = i.id), '[]') AS events
          FROM (
            (SELECT r.id FROM requests r WHERE r.organization = ${org}::text AND r.id > ${after}::uuid ORDER BY r.id LIMIT ${PORTION})
            UNION
            (SELECT DISTINCT v.request FROM events v WHERE v.organization = ${org}::text AND v.request > ${after}::uuid
              ORDER BY v.request LIMIT ${PORTION})
            ORDER BY 1 LIMIT ${PORTION}) i
          LEFT JOIN requests q ON q.organization = ${org}::text AND q.id = i.id ORDER BY i.id`
        if (rows.length > 0) yield rows.map(toChain)
        const last = rows.at(-1)
        if (last === undefined || rows.length < PORTION) return
        after = last.request
      }
    },

    async *organizationChain(org) {
      for (let after = 0; ; ) {
        const rows = await inside(org).rows<EventRow>`
          SELECT n, body, head, hash FROM organization_events
          WHERE organization = ${org}::text AND n > ${after}::int ORDER BY n LIMIT ${PORTION}`
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < PORTION) return
        after = last.n
      }
    },

    async organizationEnd(org) {
      const [row] = await inside(org).rows<{ events: number; head: Uint8Array }>`
        SELECT events, head FROM organizations WHERE id = ${org}::text`
      return row ?? { events: 0, head: new Uint8Array() }
    },

    async *seals(org) {
      for (let after = 0; ; ) {
        const rows = await inside(org).rows<EventRow & { events: number }>`
          SELECT n, events, body, head, hash FROM seals
          WHERE organization = ${org}::text AND n > ${after}::int ORDER BY n LIMIT ${SEALS}`
        if (rows.length > 0) yield rows.map(toSeal)
        const last = rows.at(-1)
        if (last === undefined || rows.length < SEALS) return
        after = last.n
      }
    },

    async unmatched(org, heads) {
      if (heads.length === 0) return []
      const rows = await inside(org).rows<{ head: [string | null, number, string] }>`
        SELECT h.value AS head FROM jsonb_array_elements(${JSON.stringify(heads)}::text::jsonb) h
        WHERE NOT EXISTS (SELECT FROM events e WHERE e.organization = ${org}::text AND e.request = (h.value->>0)::uuid
            AND e.n = (h.value->>1)::int AND encode(e.hash, 'hex') = h.value->>2)
          AND NOT EXISTS (SELECT FROM organization_events o WHERE h.value->>0 IS NULL AND o.organization = ${org}::text
            AND o.n = (h.value->>1)::int AND encode(o.hash, 'hex') = h.value->>2)`
      return rows.map(({ head }) => head)
    },

    async counts(org) {
      const [row] = await inside(org).rows<{ events: number; sealed: number; unsealed: number }>`
        SELECT ((SELECT count(*) FROM events e WHERE e.organization = ${org}::text)
            + (SELECT count(*) FROM organization_events o WHERE o.organization = ${org}::text))::int AS events,
          (SELECT coalesce(sum(z.events), 0)::int FROM seals z WHERE z.organization = ${org}::text) AS sealed,
          (SELECT count(*)::int FROM unsealed u WHERE u.organization = ${org}::text) AS unsealed`
      return row ?? { events: 0, sealed: 0, unsealed: 0 }
    },

    async sealAll(onFault) {
      const outside = acrossOrganizations(prisma, 'what is not sealed yet may be of any organization')
      const organizations = await outside.$queryRaw<{ org: string }[]>`
        SELECT o.id AS org FROM organizations o WHERE EXISTS (SELECT FROM unsealed u WHERE u.organization = o.id)`
      let sealed = 0
      for (const { org } of organizations) {
        try {
          const [row] = await inside(org).call<{ count: number }>`
            SELECT seal_organization(${org}::text, ${SEALED_AT_ONCE}::int) AS count`
          sealed += row?.count ?? 0
        } catch (error) {
          // its events stay unsealed and are tried again; the others' do not wait for that
          onFault(error, org)
        }
      }
      return sealed
    },
  }
}

type Place = [string, string, number]
type Row = Omit<RecordEntry, 'request' | 'at'> & { at: Date; request: string; title: string | null }
type ChainRow = {
  request: string
  count: number | null
  head: Uint8Array | null
  events: [number, string, string, string][]
}

function newest(inside: Within, org: string, query: RecordQuery): Promise<Row[]> {
  const [at, request, n] = readCursor(query.cursor, ['t', 'u', 'i']) ?? [
    '9999-01-01T00:00:00.000Z',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    0,
  ]
  const before = (request_: Prisma.Sql) =>
    Prisma.sql`(x.at, ${request_}, x.n) < (${at}::timestamptz, ${request}::uuid, ${n}::int)`
  return both(inside, org, query, before, Prisma.sql`DESC`, PAGE + 1)
}

function oldest(inside: Within, org: string, query: RecordQuery, [at, request, n]: Place): Promise<Row[]> {
  const after = (request_: Prisma.Sql) =>
    Prisma.sql`(x.at, ${request_}, x.n) > (${at}::timestamptz, ${request}::uuid, ${n}::int)`
  return both(inside, org, query, after, Prisma.sql`ASC`, PORTION)
}

/** Events of requests and of the organization as one list: each is an index range that is cut before they are merged. */
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
    SELECT r.request::text AS request, r.n, r.kind, r.at, r.body, encode(r.head, 'hex') AS head, encode(r.hash, 'hex') AS hash, q.title,
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
    LEFT JOIN requests q ON q.organization = ${org}::text AND q.id = r.request
    LEFT JOIN users u ON u.id = r.body::jsonb->'actor'->>'id' AND r.body::jsonb->'actor'->>'kind' = 'person'
    LEFT JOIN clients c ON c.organization = ${org}::text AND c.id = r.body::jsonb->'actor'->>'id'
      AND r.body::jsonb->'actor'->>'kind' = 'client'
    ORDER BY r.at ${order}, r.request ${order}, r.n ${order}`
}

function filters({ kind, actor, from, until }: RecordQuery): Prisma.Sql {
  const parts: Prisma.Sql[] = []
  if (kind !== undefined) parts.push(Prisma.sql`AND x.kind = ${kind}::text`)
  if (actor !== undefined)
    parts.push(Prisma.sql`AND x.body::jsonb->'actor'->>'id' = ${actor.replaceAll('\u0000', '\ufffd')}::text`)
  if (from !== undefined) parts.push(Prisma.sql`AND x.at >= ${from}::timestamptz`)
  if (until !== undefined) parts.push(Prisma.sql`AND x.at < ${until}::timestamptz`)
  return parts.length === 0 ? Prisma.empty : Prisma.join(parts, ' ')
}

function toEntry({ at, request, title, ...row }: Row): RecordEntry {
  return { ...row, at: at.toISOString(), request: request === OWN ? null : { id: request, title: title ?? '' } }
}

function toChain({ request, count, head, events }: ChainRow): Chain {
  return {
    request,
    end: count === null || head === null ? null : { events: count, head },
    events: events.map(([n, body, before, hash]) => ({ n, body, head: bytes(before), hash: bytes(hash) })),
  }
}

function toSeal(row: EventRow & { events: number }): Seal {
  return { ...row, heads: headsOf(row.body) }
}

/** What a seal's text names; null where it is no such text, which is a fault to be said and not to be thrown. */
function headsOf(body: string): Seal['heads'] {
  try {
    const { heads } = JSON.parse(body) as { heads?: unknown }
    return Array.isArray(heads) && heads.every(isHead) ? heads : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isHead(value: unknown): value is [string | null, number, string] {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [request, n, hash] = value
  return (request === null || UUID.test(String(request))) && Number.isInteger(n) && typeof hash === 'string'
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}
