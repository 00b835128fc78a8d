import type { StepResult, Store } from '@/lib/inbox'
import { invariant } from '@/lib/result'
import type { Performed } from '@/lib/tools'
import type { Database } from './database'
import { TRANSACTION_MS } from './lent-sql'
import { performGuarded } from './perform-guarded'
import { acrossOrganizations, type Raw, within } from './within'

type Steps = Pick<Store, 'recordStep' | 'planRun' | 'performStep' | 'keepPerform' | 'recordRejected'>

/** What becomes of the steps of plans. */
export function planSteps({ prisma }: Database, onError: (error: unknown, request: string) => void): Steps {
  const outside = acrossOrganizations(prisma, 'a claim on the outbox is held while a step is performed')
  return {
    recordStep: (row) => record(prisma, row),

    async planRun(org, request) {
      const [row] = await within(prisma, org).rows<Awaited<ReturnType<Store['planRun']>>>`
        SELECT (SELECT nullif(v.answer, '') FROM verdicts v WHERE v.organization = ${org}::text AND v.request = ${request}::uuid
            ORDER BY v.n DESC LIMIT 1) AS answer,
          coalesce((SELECT jsonb_agg(jsonb_build_object('action', t.action, 'outcome', t.outcome)) FROM plan_steps t
            WHERE t.organization = ${org}::text AND t.request = ${request}::uuid), '[]'::jsonb) AS steps`
      invariant(row !== undefined, 'a select without from answers one row')
      return row
    },

    performStep: ({ org, request, outbox, attempt }, action, perform) =>
      outside.$transaction(
        async (tx) => {
          // the job's row first: whoever took it over has changed it, or waits here until this step is settled
          const held = await tx.$queryRaw<{ ok: boolean }[]>`SELECT true AS ok FROM outbox
            WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL FOR UPDATE`
          if (held.length === 0) return 'taken_over'
          await tx.$queryRaw`SELECT set_config('app.org_id', ${org}::text, true)`
          const done = await tx.$queryRaw<{ ok: boolean }[]>`SELECT true AS ok FROM plan_steps t
            WHERE t.organization = ${org}::text AND t.request = ${request}::uuid AND t.action = ${action}::text AND t.outcome = 'done'`
          if (done.length > 0) return { did: true }
          const performed: Performed = await performGuarded(tx, org, perform, (error) => onError(error, request))
          if (!performed.did) return performed
          const step = { action, outcome: 'done', note: performed.note ?? null, outputTail: null } as const
          const { code } = await record(tx, { org, request, actor: null, ...step, idempotency: null })
          invariant(code === 'ok', 'a step that was performed is recorded by exactly one row')
          return performed
        },
        { timeout: TRANSACTION_MS, maxWait: TRANSACTION_MS },
      ),

    async keepPerform({ outbox, attempt }, leaseMs) {
      const kept = await outside.$executeRaw`UPDATE outbox
        SET locked_until = app_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
        WHERE id = ${outbox}::bigint AND attempts = ${attempt} AND done_at IS NULL`
      return kept === 1
    },

    async recordRejected({ client, hash, findings }) {
      await within(prisma, client.org).call`
        SELECT append_organization_event(${client.org}::text, 'organization.plan_rejected', 'client', ${client.id}::text,
          ${JSON.stringify({ plan: hash, findings })}::jsonb)::text AS done`
    },
  }
}

async function record(db: Raw, row: Parameters<Store['recordStep']>[0]): Promise<StepResult> {
  const [result] = await within(db, row.org).call<StepResult>`
    SELECT code, outcome FROM record_step(${row.org}::text, ${row.request}::uuid, ${row.actor?.kind ?? null}::text,
      ${row.actor?.id ?? null}::text, ${row.action}::text, ${row.outcome}::text, ${row.note}::text, ${row.outputTail}::text,
      ${row.idempotency?.key ?? null}::text, ${row.idempotency?.bodyHash ?? null}::text)`
  invariant(result !== undefined, 'record_step answers one row')
  return result
}
