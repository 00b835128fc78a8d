import type { EventRow } from '@/lib/audit'
import type { RecordPage, RecordStore } from '@/lib/record'
import { writeCursor } from './cursor'
import type { Database } from './database'
import { inOneMoment } from './one-moment'
import { type ChainRow, toChain, toSeal } from './record-chains'
import { newest, OWN, PAGE, PORTION, portionsOf, toEntry } from './record-entries'
import { acrossOrganizations, within } from './within'

const SEALS = 50
const SEALED_AT_ONCE = 2_000

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

    portions: (org, query) => inOneMoment(prisma, (tx) => portionsOf(within(tx, org), org, query)),

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
