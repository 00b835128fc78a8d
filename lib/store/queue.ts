import type { DueTimer, PerformJob, Store } from '@/lib/inbox'
import type { Role } from '@/lib/policy'
import type { Outcome } from '@/lib/request'
import type { Database } from './database'
import { proposedFor } from './reads'

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
  'dueTimers' | 'expire' | 'dropTimer' | 'postponeTimer' | 'claimPerforms' | 'finishPerform' | 'retryPerform' | 'sweep'
>

/**
 * What the worker reads and writes. Outbox rows are claimed by a lease with `for update skip locked`; the subquery stands
 * in `array(…)` on purpose: as a join, or as `update … from cte`, the planner may run it more than once.
 */
export function queue({ prisma }: Database): Queue {
  return {
    dueTimers: (limit) =>
      prisma.$queryRaw<DueTimer[]>`
        SELECT organization AS org, request::text AS request, what FROM timers WHERE due <= app_now() ORDER BY due LIMIT ${limit}`,

    async expire(org, request) {
      const [row] = await prisma.$queryRaw<
        { done: boolean }[]
      >`SELECT expire_request(${org}::text, ${request}::uuid) AS done`
      return row?.done ?? false
    },

    async dropTimer({ org, request, what }) {
      await prisma.$executeRaw`DELETE FROM timers
        WHERE organization = ${org}::text AND request = ${request}::uuid AND what = ${what}::text AND due <= app_now()`
    },

    async claimPerforms(limit, leaseMs) {
      const rows = await prisma.$queryRaw<JobRow[]>`
        WITH claimed AS (
          UPDATE outbox o SET attempts = o.attempts + 1, locked_until = app_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
          WHERE o.id = ANY(ARRAY(
            SELECT p.id FROM outbox p WHERE p.done_at IS NULL AND p.topic = 'perform' AND p.run_at <= app_now()
              AND (p.locked_until IS NULL OR p.locked_until < app_now())
            ORDER BY p.run_at, p.id FOR UPDATE SKIP LOCKED LIMIT ${limit}))
          RETURNING o.id, o.organization, o.request, o.attempts)
        SELECT k.id AS outbox, k.organization AS org, k.request::text AS request, k.attempts AS attempt, q.tool, q.version, q.inputs,
          q.outcome, q.client, coalesce(c.name, q.client) AS "clientName", q.on_behalf_of AS "onBehalfOf", b.name AS "onBehalfName",
          m.role AS "onBehalfRole"
        FROM claimed k
        JOIN requests q ON q.organization = k.organization AND q.id = k.request
        LEFT JOIN clients c ON c.organization = q.organization AND c.id = q.client
        LEFT JOIN users b ON b.id = q.on_behalf_of
        LEFT JOIN members m ON m.organization = q.organization AND m.user_id = q.on_behalf_of`
      return rows.map((row) => ({ ...row, proposedFor: proposedFor(row.org, row) }))
    },

    async postponeTimer({ org, request, what }) {
      await prisma.$executeRaw`UPDATE timers SET due = app_now() + interval '1 minute'
        WHERE organization = ${org}::text AND request = ${request}::uuid AND what = ${what}::text AND due <= app_now()`
    },

    async finishPerform({ outbox, attempt }) {
      await prisma.$executeRaw`UPDATE outbox SET done_at = app_now(), locked_until = NULL
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
    },

    async retryPerform({ outbox, attempt }, afterMs, error) {
      await prisma.$executeRaw`UPDATE outbox SET locked_until = NULL, last_error = left(${error}::text, 2000),
        run_at = app_now() + make_interval(secs => ${afterMs}::float8 / 1000)
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
    },

    async sweep() {
      await prisma.$executeRaw`DELETE FROM tokens WHERE expires_at < app_now() - interval '1 day'`
      await prisma.$executeRaw`DELETE FROM idempotency WHERE at < app_now() - interval '1 day'`
      await prisma.$executeRaw`DELETE FROM changes WHERE at < app_now() - interval '1 hour'`
      await prisma.$executeRaw`DELETE FROM outbox WHERE done_at < app_now() - interval '7 days'`
      await prisma.$executeRaw`DELETE FROM sessions WHERE expires_at < app_now()`
      await prisma.$executeRaw`DELETE FROM verification_tokens WHERE expires_at < app_now()`
    },
  }
}
