import type { ClientView, Store } from '@/lib/inbox'
import type { Outcome, Status } from '@/lib/request'
import { Prisma } from '@/prisma/generated/client'
import { APPROVALS } from './approvals'
import { readCursor, writeCursor } from './cursor'
import type { Database } from './database'
import { within } from './within'

type Row = Omit<ClientView, 'createdAt' | 'expiresAt' | 'decidedAt' | 'approvals' | 'status' | 'outcome'> & {
  status: Status
  outcome: Outcome | null
  createdAt: Date
  expiresAt: Date
  decidedAt: Date | null
  have: number
  need: number
}

const COLUMNS = Prisma.sql`q.id::text AS id, q.kind, q.outcome, q.outcome_note AS "outcomeNote", q.tool, q.version, q.title, q.fingerprint,
  CASE WHEN q.status = 'pending' AND q.expires_at <= app_now() THEN 'expired' ELSE q.status END AS status,
  q.on_behalf_of AS "onBehalfOf", q.created_at AS "createdAt", q.expires_at AS "expiresAt",
  coalesce(q.decided_at, CASE WHEN q.expires_at <= app_now() THEN q.expires_at END) AS "decidedAt",
  q.quorum AS need, q.replaces::text AS replaces, q.events,
  (SELECT r.id::text FROM requests r WHERE r.organization = q.organization AND r.replaces = q.id AND r.client = q.client
    ORDER BY r.id DESC LIMIT 1) AS "replacedBy",
  CASE WHEN q.status IN ('approved', 'rejected', 'returned') THEN (
    SELECT jsonb_build_object('by', jsonb_build_object('id', v.person, 'name', coalesce(u.name, v.person)), 'note', v.note)
    FROM verdicts v LEFT JOIN users u ON u.id = v.person
    WHERE v.organization = q.organization AND v.request = q.id ORDER BY v.n DESC LIMIT 1) END AS decision,
  CASE WHEN q.status = 'approved' THEN (SELECT nullif(v.answer, '') FROM verdicts v
    WHERE v.organization = q.organization AND v.request = q.id ORDER BY v.n DESC LIMIT 1) END AS answer,
  CASE WHEN q.kind <> 'plan' THEN '[]' ELSE coalesce((
    SELECT jsonb_agg(jsonb_build_object('action', t.action, 'outcome', t.outcome, 'note', t.note, 'at', iso(t.at)) ORDER BY t.at, t.action)
    FROM plan_steps t WHERE t.organization = q.organization AND t.request = q.id), '[]') END AS steps,
  CASE WHEN q.status = 'approved' THEN q.quorum WHEN q.quorum = 1 THEN 0 ELSE ${APPROVALS} END AS have`

/** Requests as the client that proposed them sees them; those of other clients are not there. */
export function clientViews({ prisma }: Database): Pick<Store, 'clientView' | 'clientList'> {
  return {
    async clientView(client, request) {
      const [row] = await within(prisma, client.org).rows<Row>`
        SELECT ${COLUMNS} FROM requests q
        WHERE q.organization = ${client.org}::text AND q.id = ${request}::uuid AND q.client = ${client.id}::text`
      return row === undefined ? null : toView(row)
    },
    async clientList(client, { status, cursor, limit }) {
      const place = cursor === null ? ['ffffffff-ffff-ffff-ffff-ffffffffffff'] : readCursor(cursor, ['u'])
      if (place === null) return null
      const only = status === null ? Prisma.empty : statusIs(status)
      // ids are UUIDv7, so this is newest first
      const rows = await within(prisma, client.org).rows<Row>`
        SELECT ${COLUMNS} FROM requests q
        WHERE q.organization = ${client.org}::text AND q.client = ${client.id}::text AND q.id < ${place[0]}::uuid ${only}
        ORDER BY q.id DESC LIMIT ${limit + 1}`
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return { requests: rows.slice(0, limit).map(toView), next: last === undefined ? null : writeCursor([last.id]) }
    },
  }
}

/** Past its time a pending request is expired for every reader. */
function statusIs(status: Status): Prisma.Sql {
  if (status === 'pending') return Prisma.sql`AND q.status = 'pending' AND q.expires_at > app_now()`
  if (status === 'expired')
    return Prisma.sql`AND (q.status = 'expired' OR (q.status = 'pending' AND q.expires_at <= app_now()))`
  return Prisma.sql`AND q.status = ${status}::text`
}

function toView({ have, need, ...row }: Row): ClientView {
  return {
    ...row,
    outcome: row.status === 'approved' ? (row.outcome ?? 'unknown') : null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    approvals: { have, need },
  }
}
