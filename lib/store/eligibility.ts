import type { NearPerson, RefreshContext, RefusedAttempt, Store } from '@/lib/inbox'
import type { Member, Role } from '@/lib/policy'
import { invariant } from '@/lib/result'
import type { Database } from './database'
import { proposedFor } from './reads'
import { acrossOrganizations, type Raw, within, writeWithin } from './within'

/** A row of `people_near`, as JSON. */
export type NearRow = { id: string; name: string; role: Role; email: string; teams: Member['teams'] }

export function nearPerson(org: string, { id, name, role, teams }: NearRow): NearPerson {
  return { kind: 'person', id, org, name, role, teams }
}

type Row = Pick<RefreshContext, 'tool' | 'version' | 'inputs' | 'policy' | 'onBehalfOf' | 'rows' | 'mark'> & {
  client: string
  clientName: string
  onBehalfName: string | null
  onBehalfRole: Role | null
  people: NearRow[]
}

/** So many refused attempts of one person or client are kept in an hour. */
const REFUSALS_AN_HOUR = 50

/** What making eligibility anew reads and writes, and the attempts that were refused. */
export function eligibility({
  prisma,
}: Database): Pick<
  Store,
  'markedRequests' | 'refreshContext' | 'refreshLater' | 'markForRefresh' | 'refreshEligibility' | 'recordRefused'
> {
  const outside = acrossOrganizations(prisma, 'timers stand outside, as the worker reads them for all')
  return {
    async markedRequests(org, limit) {
      const rows = await outside.$queryRaw<{ request: string }[]>`
        SELECT request::text AS request FROM timers WHERE organization = ${org}::text AND what = 'refresh' ORDER BY request LIMIT ${limit}`
      return rows.map(({ request }) => request)
    },

    async refreshContext(org, request) {
      // one statement, so that mark and memberships are of one instant
      const [row] = await within(prisma, org).rows<Row>`
        SELECT q.tool, q.version, q.inputs, q.policy, q.client, coalesce(c.name, q.client) AS "clientName",
          q.on_behalf_of AS "onBehalfOf", b.name AS "onBehalfName", bm.role AS "onBehalfRole",
          (SELECT t.xmin::text FROM timers t WHERE t.organization = q.organization AND t.request = q.id AND t.what = 'refresh') AS mark,
          coalesce((SELECT jsonb_agg(to_jsonb(p)) FROM people_near(q.organization, q.policy->'who', q.on_behalf_of) p), '[]'::jsonb) AS people,
          coalesce((SELECT jsonb_agg(e.person) FROM eligibility e WHERE e.organization = q.organization AND e.request = q.id),
            '[]'::jsonb) AS rows
        FROM requests q
        LEFT JOIN clients c ON c.organization = q.organization AND c.id = q.client
        LEFT JOIN users b ON b.id = q.on_behalf_of
        LEFT JOIN members bm ON bm.organization = q.organization AND bm.user_id = q.on_behalf_of
        WHERE q.organization = ${org}::text AND q.id = ${request}::uuid`
      if (row === undefined) return null
      return { ...row, proposedFor: proposedFor(org, row), people: row.people.map((person) => nearPerson(org, person)) }
    },

    async refreshLater(org, request) {
      await outside.$executeRaw`INSERT INTO timers AS t (organization, request, what, due)
        VALUES (${org}::text, ${request}::uuid, 'again', app_now() + interval '1 minute')
        ON CONFLICT (organization, request, what) DO UPDATE SET due = excluded.due`
    },

    async markForRefresh(org, request) {
      await outside.$executeRaw`INSERT INTO timers (organization, request, what, due)
        VALUES (${org}::text, ${request}::uuid, 'refresh', app_now()) ON CONFLICT DO NOTHING`
    },

    async refreshEligibility({ org, request, mark, standings }) {
      const people = standings.map(({ person }) => person)
      const may = standings.map(({ mayDecide }) => mayDecide)
      const why = standings.map((standing) => standing.why)
      const [row] = await within(prisma, org).call<{ code: 'ok' | 'again' | 'over' }>`
        SELECT refresh_eligibility(${org}::text, ${request}::uuid, ${mark}::text, ${people}::text[], ${may}::boolean[], ${why}::text[]) AS code`
      invariant(row !== undefined, 'refresh_eligibility answers one row')
      return row.code
    },

    async recordRefused(attempt) {
      await writeWithin(prisma, attempt.org, async (tx) => {
        // most who try again and again stop here, and hold nobody up
        if (await isEnough(tx, attempt)) return
        // of many at once each sees those before it
        await tx.$queryRaw`SELECT id FROM organizations WHERE id = ${attempt.org}::text FOR NO KEY UPDATE`
        if (await isEnough(tx, attempt)) return
        const { org, actor, request, verdict, code, why } = attempt
        await tx.$queryRaw`SELECT append_organization_event(${org}::text, 'organization.decision_refused', ${actor.kind}::text, ${actor.id}::text,
          ${JSON.stringify({ request, verdict, code, why })}::jsonb)::text AS done`
      })
    },
  }
}

/** Repeats within the hour are one, and nobody fills the history by trying ids. */
async function isEnough(tx: Raw, { org, actor, request, verdict, code }: RefusedAttempt): Promise<boolean> {
  const [told] = await tx.$queryRaw<{ same: boolean; all: number }[]>`
    SELECT coalesce(bool_or(s.body->>'request' IS NOT DISTINCT FROM ${request}::text AND s.body->>'code' = ${code}::text
        AND s.body->>'verdict' IS NOT DISTINCT FROM ${verdict}::text), false) AS same,
      count(*)::int AS all
    FROM (SELECT e.body::jsonb AS body FROM organization_events e WHERE e.organization = ${org}::text
      AND e.actor = ${actor.id}::text AND e.at > app_now() - interval '1 hour' AND e.kind = 'organization.decision_refused') s`
  return told?.same === true || (told?.all ?? 0) >= REFUSALS_AN_HOUR
}
