import type { DecideResult, DecideRow, Store } from '@/lib/inbox'
import { invariant } from '@/lib/result'
import { Prisma, type PrismaClient } from '@/prisma/generated/client'
import type { Database } from './database'
import { clean } from './held-jobs'
import { PERFORM_MS, TRANSACTION_MS } from './lent-sql'
import { performGuarded } from './perform-guarded'
import { type Raw, within } from './within'

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** What deciding and withdrawing write. */
export function verdicts(
  { prisma }: Database,
  onPerformError: (error: unknown, request: string) => void,
): Pick<Store, 'decide' | 'decideAndPerform' | 'withdraw'> {
  return {
    decide: (row) => decideOnce(prisma, row),

    decideAndPerform: (row, perform) =>
      prisma.$transaction(
        async (tx) => {
          const result = await decideOnce(tx, row, PERFORM_MS)
          if (result.code !== 'ok' || result.status !== 'approved') return result
          const performed = await performGuarded(
            tx,
            perform,
            ({ note }) => settleDone(tx, row, note),
            (error) => onPerformError(error, row.request),
          )
          if (!performed.did) await recordFailed(tx, row, performed.why)
          return { ...result, outcome: performed.did ? 'done' : 'failed' }
        },
        { timeout: TRANSACTION_MS, maxWait: TRANSACTION_MS },
      ),

    async withdraw({ org, request, actor, idempotency }) {
      const [row] = await within(prisma, org).call<Awaited<ReturnType<Store['withdraw']>>>`
        SELECT w.code, u.name AS who, w.at, w.status FROM withdraw_request(${org}::text, ${request}::uuid, ${actor.kind}::text,
          ${actor.id}::text, ${idempotency?.key ?? null}::text, ${idempotency?.bodyHash ?? null}::text) w
        LEFT JOIN users u ON u.id = w.who`
      invariant(row !== undefined, 'withdraw_request answers one row')
      return row
    },
  }
}

/**
 * The decision's one round trip. `statementMs`: no later statement of this transaction may take longer. That is said in the
 * same breath, as each word to the database costs as much as the decision itself.
 */
async function decideOnce(db: Raw, row: DecideRow, statementMs: number | null = null): Promise<DecideResult> {
  const limit =
    statementMs === null ? Prisma.empty : Prisma.sql`, set_config('statement_timeout', ${`${statementMs}`}, true)`
  const [result] = await within(db, row.org).call<DecideResult>`
    SELECT d.code, u.name AS who, d.at, d.status, d.outcome, d.own_at AS "ownAt", d.why ${limit}
    FROM decide(${row.org}::text, ${row.request}::uuid, ${row.person}::text, ${row.verdict}::text, ${row.tokenHash}::text,
      ${row.displayDigest}::text, ${row.answer}::text, ${row.note}::text, ${row.performs}::text) d
    LEFT JOIN users u ON u.id = d.who`
  invariant(result !== undefined, 'decide answers one row')
  return result
}

/** One word to the database: `settle_performed` also checks deferred constraints, and sets the organization again. */
async function settleDone(tx: Transaction, row: DecideRow, note: string | undefined): Promise<void> {
  const [settled] = await within(tx, row.org).call<{ code: string }>`
    SELECT settle_performed(${row.org}::text, ${row.request}::uuid, ${clean(note ?? null)}::text) AS code`
  invariant(settled?.code === 'ok', 'an approval is settled by exactly one row')
}

async function recordFailed(tx: Transaction, row: DecideRow, why: string): Promise<void> {
  const [settled] = await within(tx, row.org).call<{ code: string }>`
    SELECT code FROM record_outcome(${row.org}::text, ${row.request}::uuid, 'request.performed', NULL, NULL, NULL,
      'failed', ${clean(why)}::text, NULL, NULL, NULL)`
  invariant(settled?.code === 'ok', 'an approval is settled by exactly one row')
}
