import type { OutcomeResult, OutcomeRow, Store } from '@/lib/inbox'
import { invariant } from '@/lib/result'
import { Prisma } from '@/prisma/generated/client'
import type { Database } from './database'
import { type Raw, within } from './within'

/** What opening a request and performing by a client write. */
export function grants({ prisma }: Database): Pick<Store, 'issueToken' | 'grant' | 'spendGrant' | 'recordOutcome'> {
  return {
    async issueToken(row) {
      // its life is cut to 30 minutes by issue_token; an hour asks for all of it
      const [issued] = await within(prisma, row.org).call<{ at: Date }>`
        SELECT issue_token(${row.org}::text, ${row.hash}::text, 'cnf', ${row.request}::uuid, ${row.person}::text, ${row.boundUser}::text,
          ${row.tool}::text, ${row.inputs}::text, ${row.fingerprint}::text, ${row.displayDigest}::text, ${row.shown}::text,
          ${row.agent}::text, app_now() + interval '1 hour') AS at`
      invariant(issued !== undefined, 'issue_token answers one row')
      return issued.at
    },
    async grant(client, request, hash) {
      const [row] = await within(prisma, client.org).call<Awaited<ReturnType<Store['grant']>>>`
        SELECT code, expires_at AS "expiresAt"
        FROM grant_request(${client.org}::text, ${client.id}::text, ${request}::uuid, ${hash}::text)`
      invariant(row !== undefined, 'grant_request answers one row')
      return row
    },
    async spendGrant({ org, client, route, hash, call, unprovenKey, idempotency }) {
      const spending =
        unprovenKey === null ? Prisma.sql`spend_grant(` : Prisma.sql`spend_grant_by_key(${unprovenKey}::text, `
      const [row] = await within(prisma, org).call<Awaited<ReturnType<Store['spendGrant']>>>`
        SELECT code, answer FROM ${spending}${org}::text, ${client}::text, ${route}::text, ${hash}::text,
          ${call?.tool ?? null}::text, ${call?.inputs ?? null}::text,
          ${idempotency?.key ?? null}::text, ${idempotency?.bodyHash ?? null}::text)`
      invariant(row !== undefined, 'spend_grant answers one row')
      return row
    },
    recordOutcome: (row) => recordOutcome(prisma, row),
  }
}

/** Records what became of a request, under its lock. */
export async function recordOutcome(db: Raw, row: OutcomeRow): Promise<OutcomeResult> {
  const [result] = await within(db, row.org).call<OutcomeResult>`
    SELECT code, outcome FROM record_outcome(${row.org}::text, ${row.request}::uuid, ${row.event}::text,
      ${row.actor?.kind ?? null}::text, ${row.actor?.id ?? null}::text, ${row.onlyFrom}::text, ${row.outcome}::text,
      ${row.note}::text, ${row.outputTail}::text, ${row.idempotency?.key ?? null}::text, ${row.idempotency?.bodyHash ?? null}::text)`
  invariant(result !== undefined, 'record_outcome answers one row')
  return result
}
