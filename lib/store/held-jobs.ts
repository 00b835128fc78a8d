import type { OutcomeRow, PerformJob, StepRow, Store } from '@/lib/inbox'
import type { PrismaClient } from '@/prisma/generated/client'
import type { Database } from './database'
import { kept } from './each-request'
import { recordOutcome } from './grants'
import { TRANSACTION_MS } from './lent-sql'
import { recordStep } from './record-step'
import { acrossOrganizations } from './within'

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]
type Held = Pick<Store, 'recordHeldStep' | 'beginPerform' | 'endPerform' | 'keepPerform'>

/** What a worker writes of the job that it holds; one that was slower than its lease writes nothing any more. */
export function heldJobs({ prisma }: Database): Held {
  const outside = acrossOrganizations(prisma, 'a claim on the outbox is held while something is said of its request')
  return {
    recordHeldStep: (job, { action, outcome, note }) =>
      whileHeld(outside, job, (tx) => recordStep(tx, { ...byNobody(job), action, outcome, note: clean(note) })),

    async beginPerform(job) {
      const word = { event: 'request.performed', onlyFrom: 'waiting', outcome: 'running', note: null } as const
      const begun = await whileHeld(outside, job, (tx) => recordOutcome(tx, { ...byNobody(job), ...word }))
      return begun !== 'taken_over' && begun.code === 'ok'
    },

    async endPerform(job, outcome, note) {
      const word = { event: 'request.performed', onlyFrom: null, outcome, note: clean(note) } as const
      await whileHeld(outside, job, async (tx) => {
        await recordOutcome(tx, { ...byNobody(job), ...word })
        await tx.$executeRaw`UPDATE outbox SET done_at = app_now(), locked_until = NULL WHERE id = ${job.outbox}::bigint`
      })
    },

    async keepPerform({ outbox, attempt }, leaseMs) {
      const stillHeld = await outside.$executeRaw`UPDATE outbox
        SET locked_until = app_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
      return stillHeld === 1
    },
  }
}

/**
 * Writes in one transaction with a look at the claim. The job's row comes first: whoever took it over has changed it, or
 * waits here until this is written.
 */
export function whileHeld<T>(
  outside: PrismaClient,
  { outbox, attempt }: PerformJob,
  write: (tx: Transaction) => Promise<T>,
): Promise<T | 'taken_over'> {
  return outside.$transaction(
    async (tx) => {
      const held = await tx.$queryRaw<{ ok: boolean }[]>`SELECT true AS ok FROM outbox
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL FOR UPDATE`
      return held.length === 0 ? 'taken_over' : write(tx)
    },
    { timeout: TRANSACTION_MS, maxWait: TRANSACTION_MS },
  )
}

/** A tool's words may hold the one character that PostgreSQL does not take: what was done must be recorded all the same. */
export function clean(note: string | null): string | null {
  return note === null ? null : kept(note)
}

function byNobody({
  org,
  request,
}: PerformJob): Pick<StepRow & OutcomeRow, 'org' | 'request' | 'actor' | 'outputTail' | 'idempotency'> {
  return { org, request, actor: null, outputTail: null, idempotency: null }
}
