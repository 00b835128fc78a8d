import { type Confirmation, parseConfirmation } from '@/lib/confirmation'
import type { RequestForPerson, Store } from '@/lib/inbox'
import type { Principal, Role } from '@/lib/policy'
import type { Outcome, Status, Verdict } from '@/lib/request'
import { invariant } from '@/lib/result'
import type { Database } from './database'
import { toolSql } from './tool-sql'
import { within } from './within'

type ForPersonRow = Omit<RequestForPerson, 'proposedFor' | 'decidedBy' | 'own' | 'status'> & {
  status: Status
  client: string
  clientName: string
  onBehalfOf: string | null
  onBehalfName: string | null
  onBehalfRole: Role | null
  decidedById: string | null
  decidedByName: string | null
  ownVerdict: Verdict | null
  ownAt: Date | null
}

/** What opening and deciding read, one round trip each, and what tools read with. */
export function reads({ prisma, reader }: Database): Pick<Store, 'forPerson' | 'forClient' | 'shownWith' | 'readSql'> {
  return {
    readSql: (org) => toolSql(reader, org),

    async forPerson(person, request) {
      const [row] = await within(prisma, person.org).rows<ForPersonRow>`
        SELECT q.id::text AS id, q.outcome, q.tool, q.version, q.inputs, q.bound_user AS "boundUser", q.fingerprint,
          CASE WHEN q.status = 'pending' AND q.expires_at <= app_now() THEN 'expired' ELSE q.status END AS status,
          q.expires_at AS "expiresAt", q.decided_at AS "decidedAt", q.agent_name AS "agentName", e.may_decide AS "mayDecide", e.why,
          coalesce(q.policy->>'reasonOwed', 'to_refuse') AS "reasonOwed",
          app_now() AS now, q.client, coalesce(c.name, q.client) AS "clientName",
          q.on_behalf_of AS "onBehalfOf", b.name AS "onBehalfName", bm.role AS "onBehalfRole",
          d.id AS "decidedById", d.name AS "decidedByName", o.verdict AS "ownVerdict", o.at AS "ownAt"
        FROM requests q
        JOIN eligibility e ON e.organization = q.organization AND e.request = q.id AND e.person = ${person.id}::text
        LEFT JOIN clients c ON c.organization = q.organization AND c.id = q.client
        LEFT JOIN users b ON b.id = q.on_behalf_of
        LEFT JOIN members bm ON bm.organization = q.organization AND bm.user_id = q.on_behalf_of
        LEFT JOIN users d ON d.id = q.decided_by
        LEFT JOIN LATERAL (SELECT v.verdict, v.at FROM verdicts v WHERE v.organization = q.organization AND v.request = q.id
          AND v.person = ${person.id}::text ORDER BY v.n DESC LIMIT 1) o ON o.verdict <> 'taken_back'
        WHERE q.organization = ${person.org}::text AND q.id = ${request}::uuid`
      if (row === undefined) return null
      return {
        ...row,
        proposedFor: proposedFor(person.org, row),
        decidedBy:
          row.decidedById === null ? null : { id: row.decidedById, name: row.decidedByName ?? row.decidedById },
        own: row.ownVerdict === null || row.ownAt === null ? null : { verdict: row.ownVerdict, at: row.ownAt },
      }
    },

    async forClient(client, request) {
      type Row = { tool: string; version: string; inputs: string; status: Status; outcome: Outcome | null } & OnBehalf
      const [row] = await within(prisma, client.org).rows<Row>`
        SELECT q.tool, q.version, q.inputs, q.outcome, q.client, ${client.name}::text AS "clientName",
          CASE WHEN q.status = 'pending' AND q.expires_at <= app_now() THEN 'expired' ELSE q.status END AS status,
          q.on_behalf_of AS "onBehalfOf", b.name AS "onBehalfName", bm.role AS "onBehalfRole"
        FROM requests q
        LEFT JOIN users b ON b.id = q.on_behalf_of
        LEFT JOIN members bm ON bm.organization = q.organization AND bm.user_id = q.on_behalf_of
        WHERE q.organization = ${client.org}::text AND q.id = ${request}::uuid AND q.client = ${client.id}::text`
      return row === undefined ? null : { ...row, proposedFor: proposedFor(client.org, row) }
    },

    async shownWith(person, request, tokenHash) {
      const [row] = await within(prisma, person.org).rows<{ shown: string | null; shownAt: Date }>`
        SELECT t.shown, t.created_at AS "shownAt" FROM tokens t
        WHERE t.organization = ${person.org}::text AND t.hash = ${tokenHash}::text AND t.request = ${request}::uuid
          AND t.held_by = ${person.id}::text AND t.kind = 'cnf'`
      return row === undefined || row.shown === null
        ? null
        : { confirmation: storedConfirmation(row.shown), shownAt: row.shownAt }
    },
  }
}

type OnBehalf = {
  client: string
  clientName: string
  onBehalfOf: string | null
  onBehalfName: string | null
  onBehalfRole: Role | null
}

/** The principal a stored request is for. A person who left is kept by name; their tools will say no. */
export function proposedFor(org: string, row: OnBehalf): Principal {
  if (row.onBehalfOf === null) return { kind: 'client', id: row.client, org, name: row.clientName, scopes: [] }
  return {
    kind: 'person',
    id: row.onBehalfOf,
    org,
    name: row.onBehalfName ?? row.onBehalfOf,
    role: row.onBehalfRole ?? 'member',
  }
}

/**
 * What was stored was checked when it was described; history is not judged again, but it must be readable. Our own
 * canonical text needs no strict reader, whose limit is for what comes from outside: a confirmation may be larger.
 */
export function storedConfirmation(text: string): Confirmation {
  const confirmation = parseConfirmation(JSON.parse(text))
  invariant(confirmation.ok, 'a stored confirmation has the shape of one')
  return confirmation.value
}
