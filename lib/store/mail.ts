import type { DeadMail, Invitation, InviteJob, MailJob, MailStore, NoticeFacts } from '@/lib/inbox'
import type { Outcome, Status } from '@/lib/request'
import type { Database } from './database'
import { kept } from './each-request'
import { storedConfirmation } from './reads'
import { acrossOrganizations, within, writeWithin } from './within'

type FactsRow = {
  address: string
  name: string
  zone: string
  orgName: string
  isMuted: boolean
  role: NoticeFacts['role']
  mayDecide: boolean
  waitsForThem: boolean
  id: string
  title: string
  status: Status
  outcome: Outcome | null
  outcomeNote: string | null
  createdAt: Date
  expiresAt: Date
  decidedAt: Date | null
  described: string
  client: string
  onBehalfOf: string | null
  need: number
  given: { name: string; at: string }[]
  missing: string[]
  decision: NoticeFacts['decision']
  now: Date
}

/** Mails about requests: their rows in the outbox, and what they say. */
export function mail({ prisma }: Database): MailStore {
  const outside = acrossOrganizations(prisma, 'what is to be sent is due in every organization')
  return {
    async expandNotices(limit) {
      const [row] = await outside.$queryRaw<{ count: number }[]>`SELECT expand_notices(${limit}::int) AS count`
      return row?.count ?? 0
    },

    async forgetNotices() {
      await outside.$executeRaw`UPDATE outbox SET done_at = app_now() WHERE topic IN ('notify', 'mail', 'invite') AND done_at IS NULL`
    },

    // the subquery stands in `array(…)` on purpose: as a join, the planner may run it more than once
    claimMails: (limit, leaseMs) => outside.$queryRaw<MailJob[]>`
      UPDATE outbox o SET attempts = o.attempts + 1, locked_until = app_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      WHERE o.id = ANY(ARRAY(
        SELECT p.id FROM outbox p WHERE p.done_at IS NULL AND p.topic = 'mail' AND p.run_at <= app_now()
          AND (p.locked_until IS NULL OR p.locked_until < app_now())
        ORDER BY p.run_at, p.id FOR UPDATE SKIP LOCKED LIMIT ${limit}))
      RETURNING o.id AS outbox, o.organization AS org, o.request::text AS request, o.attempts AS attempt, o.person,
        o.payload->>'what' AS what, (o.payload->>'n')::int AS event`,

    claimInvites: (limit, leaseMs) => outside.$queryRaw<InviteJob[]>`
      UPDATE outbox o SET attempts = o.attempts + 1, locked_until = app_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      WHERE o.id = ANY(ARRAY(
        SELECT p.id FROM outbox p WHERE p.done_at IS NULL AND p.topic = 'invite' AND p.run_at <= app_now()
          AND (p.locked_until IS NULL OR p.locked_until < app_now())
        ORDER BY p.run_at, p.id FOR UPDATE SKIP LOCKED LIMIT ${limit}))
      RETURNING o.id AS outbox, o.organization AS org, o.request::text AS invite, o.attempts AS attempt`,

    async invitation({ org, invite }) {
      const [row] = await within(prisma, org).rows<Invitation>`
        SELECT i.email AS address, o.name AS "orgName", coalesce(u.name, '') AS by
        FROM invites i JOIN organizations o ON o.id = i.organization LEFT JOIN users u ON u.id = i.invited_by
        WHERE i.organization = ${org}::text AND i.id = ${invite}::uuid AND i.closed_at IS NULL AND i.expires_at > app_now()`
      return row ?? null
    },

    async finishMail({ outbox, attempt }) {
      await outside.$executeRaw`UPDATE outbox SET done_at = app_now(), locked_until = NULL, last_error = NULL
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
    },

    async retryMail({ outbox, attempt }, afterMs, error) {
      await outside.$executeRaw`UPDATE outbox SET locked_until = NULL, last_error = left(${kept(error)}::text, 2000),
        run_at = app_now() + make_interval(secs => ${afterMs}::float8 / 1000)
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
    },

    async giveUpMail({ outbox, attempt }, error) {
      await outside.$executeRaw`UPDATE outbox SET done_at = app_now(), dead_at = app_now(), locked_until = NULL,
        last_error = left(${kept(error)}::text, 2000)
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
    },

    async noticeFacts({ org, request, person, what }) {
      const [row] = await within(prisma, org).rows<FactsRow>`
        SELECT u.email AS address, u.name, coalesce(u.time_zone, o.time_zone) AS zone, o.name AS "orgName",
          ${what}::text = ANY(m.muted) AS "isMuted", m.role, e.may_decide AS "mayDecide", e.rank = 0 AS "waitsForThem",
          q.id::text AS id, q.title, q.outcome, q.outcome_note AS "outcomeNote",
          CASE WHEN q.status = 'pending' AND q.expires_at <= app_now() THEN 'expired' ELSE q.status END AS status,
          q.created_at AS "createdAt", q.expires_at AS "expiresAt", q.decided_at AS "decidedAt", q.described,
          coalesce(c.name, q.client) AS client, b.name AS "onBehalfOf", q.quorum AS need, app_now() AS now,
          coalesce((SELECT jsonb_agg(jsonb_build_object('name', g.name, 'at', iso(g.at)) ORDER BY g.at) FROM (
            SELECT vu.name, max(v.at) AS at FROM signatures(q.organization, q.id) s
            JOIN verdicts v ON v.organization = q.organization AND v.request = q.id AND v.n = s.n
            JOIN users vu ON vu.id = s.person GROUP BY vu.id, vu.name) g), '[]') AS given,
          coalesce((SELECT jsonb_agg(n.name ORDER BY n.name) FROM (
            SELECT xu.name FROM eligibility x JOIN users xu ON xu.id = x.person
            WHERE x.organization = q.organization AND x.request = q.id AND x.may_decide AND x.rank = 0 AND x.person <> e.person
            ORDER BY xu.name LIMIT 4) n), '[]') AS missing,
          CASE WHEN q.status IN ('rejected', 'returned', 'approved') THEN (
            SELECT jsonb_build_object('by', coalesce(du.name, v.person), 'verdict', v.verdict, 'note', v.note)
            FROM verdicts v LEFT JOIN users du ON du.id = v.person
            WHERE v.organization = q.organization AND v.request = q.id ORDER BY v.n DESC LIMIT 1) END AS decision
        FROM requests q
        JOIN organizations o ON o.id = q.organization
        JOIN eligibility e ON e.organization = q.organization AND e.request = q.id AND e.person = ${person}::text
        JOIN members m ON m.organization = q.organization AND m.user_id = e.person
        JOIN users u ON u.id = e.person
        LEFT JOIN clients c ON c.organization = q.organization AND c.id = q.client
        LEFT JOIN users b ON b.id = q.on_behalf_of
        WHERE q.organization = ${org}::text AND q.id = ${request}::uuid`
      return row === undefined ? null : toFacts(row)
    },

    deadMails: (org) => within(prisma, org).rows<DeadMail>`
      SELECT x.id::text AS id, CASE WHEN x.topic = 'invite' THEN NULL ELSE x.request::text END AS request,
        coalesce(q.title, '') AS title,
        jsonb_build_object('id', coalesce(u.id, i.id::text, ''), 'name', coalesce(u.name, i.name || ' (' || i.email || ')', '')) AS to,
        coalesce(x.payload->>'what', 'invite') AS what, iso(x.dead_at) AS "deadAt", x.attempts,
        coalesce(x.last_error, '') AS why
      FROM outbox x LEFT JOIN users u ON u.id = x.person
      LEFT JOIN invites i ON x.topic = 'invite' AND i.organization = x.organization AND i.id = x.request
      LEFT JOIN requests q ON q.organization = x.organization AND q.id = x.request
      WHERE x.organization = ${org}::text AND x.dead_at IS NOT NULL AND (u.id IS NOT NULL OR i.id IS NOT NULL) ORDER BY x.dead_at DESC, x.id DESC LIMIT 200`,

    async reviveMail(org, id) {
      const revived = await writeWithin(
        prisma,
        org,
        (tx) => tx.$executeRaw`UPDATE outbox SET done_at = NULL, dead_at = NULL, attempts = 0, run_at = app_now()
          WHERE organization = ${org}::text AND id = ${id}::bigint AND dead_at IS NOT NULL`,
      )
      return revived > 0
    },

    async mutedMail(org, person) {
      const [row] = await within(prisma, org).rows<{ muted: Awaited<ReturnType<MailStore['mutedMail']>> }>`
        SELECT muted FROM members WHERE organization = ${org}::text AND user_id = ${person}::text`
      return row?.muted ?? []
    },

    async muteMail(org, person, muted) {
      await writeWithin(
        prisma,
        org,
        (tx) => tx.$executeRaw`UPDATE members SET muted = ${[...muted]}::text[]
          WHERE organization = ${org}::text AND user_id = ${person}::text`,
      )
    },
  }
}

function toFacts(row: FactsRow): NoticeFacts {
  return {
    to: { address: row.address, name: row.name },
    zone: row.zone,
    orgName: row.orgName,
    isMuted: row.isMuted,
    role: row.role,
    mayDecide: row.mayDecide,
    waitsForThem: row.waitsForThem,
    request: {
      id: row.id,
      title: row.title,
      status: row.status,
      outcome: row.status === 'approved' ? (row.outcome ?? 'unknown') : null,
      outcomeNote: row.outcomeNote,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
    },
    confirmation: storedConfirmation(row.described),
    asker: { client: row.client, onBehalfOf: row.onBehalfOf },
    approvals: { need: row.need, given: row.given, missing: row.missing },
    decision: row.decision,
    now: row.now.toISOString(),
  }
}
