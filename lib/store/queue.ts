import type { DueTimer, PerformJob, Store } from '@/lib/inbox'
import type { Role } from '@/lib/policy'
import type { Outcome } from '@/lib/request'
import { Prisma } from '@/prisma/generated/client'
import type { Database } from './database'
import { kept } from './each-request'
import { proposedFor } from './reads'
import { acrossOrganizations, type Raw, within } from './within'

type JobRow = Omit<PerformJob, 'proposedFor'> & {
  client: string
  clientName: string
  onBehalfOf: string | null
  onBehalfName: string | null
  onBehalfRole: Role | null
  outcome: Outcome | null
}

type Queue = Pick<
  Store,
  | 'dueTimers'
  | 'expire'
  | 'remind'
  | 'dropTimer'
  | 'postponeTimer'
  | 'claimPerforms'
  | 'finishPerform'
  | 'retryPerform'
  | 'sweep'
>

/**
 * What the worker reads and writes. Timers and the outbox stand outside of organizations; what they are about is read and
 * written inside its own, by SQL functions that set it.
 */
export function queue({ prisma }: Database): Queue {
  const outside = acrossOrganizations(prisma, 'what is due is due in every organization')
  return {
    dueTimers: (limit) =>
      outside.$queryRaw<DueTimer[]>`
        SELECT organization AS org, request::text AS request, what FROM timers WHERE due <= app_now() ORDER BY due LIMIT ${limit}`,

    async expire(org, request) {
      const [row] = await within(prisma, org).call<{
        done: boolean
      }>`SELECT expire_request(${org}::text, ${request}::uuid) AS done`
      return row?.done ?? false
    },

    async remind(org, request) {
      await within(prisma, org).call`SELECT remind_request(${org}::text, ${request}::uuid) AS done`
    },

    async dropTimer({ org, request, what }) {
      await outside.$executeRaw`DELETE FROM timers
        WHERE organization = ${org}::text AND request = ${request}::uuid AND what = ${what}::text AND due <= app_now()`
    },

    async claimPerforms(limit, leaseMs) {
      const rows = await outside.$queryRaw<JobRow[]>`
        SELECT outbox, org, request::text AS request, attempt, tool, version, inputs, outcome, client, client_name AS "clientName",
          on_behalf_of AS "onBehalfOf", on_behalf_name AS "onBehalfName", on_behalf_role AS "onBehalfRole"
        FROM claim_performs(${limit}::int, ${leaseMs}::float8)`
      return rows.map((row) => ({ ...row, proposedFor: proposedFor(row.org, row) }))
    },

    async postponeTimer({ org, request, what }) {
      await outside.$executeRaw`UPDATE timers SET due = app_now() + interval '1 minute'
        WHERE organization = ${org}::text AND request = ${request}::uuid AND what = ${what}::text AND due <= app_now()`
    },

    async finishPerform({ outbox, attempt }) {
      await outside.$executeRaw`UPDATE outbox SET done_at = app_now(), locked_until = NULL
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
    },

    async retryPerform({ outbox, attempt }, afterMs, error) {
      await outside.$executeRaw`UPDATE outbox SET locked_until = NULL, last_error = left(${kept(error)}::text, 2000),
        run_at = app_now() + make_interval(secs => ${afterMs}::float8 / 1000)
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
    },

    async sweep() {
      for (let isMore = true; isMore; ) {
        const [swept] = await outside.$queryRaw<{ isMore: boolean }[]>`
          SELECT sweep_organizations(${PORTION}::int) AS "isMore"`
        isMore = swept?.isMore ?? false
      }
      await sweepAway(outside, 'changes', Prisma.sql`at < app_now() - interval '1 hour'`)
      await sweepAway(
        outside,
        'outbox',
        // the first is for the index
        Prisma.sql`done_at < app_now() - interval '7 days'
          AND done_at < app_now() - CASE WHEN dead_at IS NULL THEN interval '7 days' ELSE interval '90 days' END`,
      )
      await sweepAway(outside, 'sessions', Prisma.sql`expires_at < app_now()`)
      await sweepAway(outside, 'verification_tokens', Prisma.sql`expires_at < app_now()`)
    },
  }
}

/** No statement may run for long: what gathered while nobody swept goes in portions. */
const PORTION = 5_000

async function sweepAway(outside: Raw, table: string, when: Prisma.Sql): Promise<void> {
  const from = Prisma.raw(table)
  for (let gone = PORTION; gone === PORTION; )
    gone = await outside.$executeRaw`
      DELETE FROM ${from} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${from} WHERE ${when} LIMIT ${PORTION}::int))`
}
