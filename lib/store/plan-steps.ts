import type { Store } from '@/lib/inbox'
import { invariant } from '@/lib/result'
import type { Database } from './database'
import { clean, whileHeld } from './held-jobs'
import { PERFORM_MS } from './lent-sql'
import { performGuarded } from './perform-guarded'
import { recordStep } from './record-step'
import { acrossOrganizations, within } from './within'

type Steps = Pick<Store, 'recordStep' | 'planRun' | 'performStep' | 'recordRejected'>

/** What becomes of the steps of plans. */
export function planSteps({ prisma }: Database, onError: (error: unknown, request: string) => void): Steps {
  const outside = acrossOrganizations(prisma, 'a claim on the outbox is held while a step is performed')
  return {
    recordStep: (row) => recordStep(prisma, row),

    async planRun(org, request) {
      const [row] = await within(prisma, org).rows<Awaited<ReturnType<Store['planRun']>>>`
        SELECT (SELECT nullif(v.answer, '') FROM verdicts v WHERE v.organization = ${org}::text AND v.request = ${request}::uuid
            ORDER BY v.n DESC LIMIT 1) AS answer,
          coalesce((SELECT jsonb_agg(jsonb_build_object('action', t.action, 'outcome', t.outcome)) FROM plan_steps t
            WHERE t.organization = ${org}::text AND t.request = ${request}::uuid), '[]'::jsonb) AS steps`
      invariant(row !== undefined, 'a select without from answers one row')
      return row
    },

    performStep: (job, action, perform) =>
      whileHeld(outside, job, async (tx) => {
        const { org, request } = job
        await tx.$queryRaw`SELECT set_config('app.org_id', ${org}::text, true)`
        const done = await tx.$queryRaw<{ ok: boolean }[]>`SELECT true AS ok FROM plan_steps t
          WHERE t.organization = ${org}::text AND t.request = ${request}::uuid AND t.action = ${action}::text AND t.outcome = 'done'`
        if (done.length > 0) return { did: true }
        await tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${PERFORM_MS}`)
        const settle = async ({ note }: { note?: string }) => {
          // deferred constraints are checked where the step can still be undone alone, and a tool may have moved
          await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`
          await tx.$queryRaw`SELECT set_config('app.org_id', ${org}::text, true)`
          const step = { action, outcome: 'done', note: clean(note ?? null), outputTail: null } as const
          const { code } = await recordStep(tx, { org, request, actor: null, ...step, idempotency: null })
          invariant(code === 'ok', 'a step that was performed is recorded by exactly one row')
        }
        return performGuarded(tx, perform, settle, (error) => onError(error, request))
      }),

    async recordRejected({ client, hash, findings }) {
      await within(prisma, client.org).call`
        SELECT append_organization_event(${client.org}::text, 'organization.plan_rejected', 'client', ${client.id}::text,
          ${JSON.stringify({ plan: hash, findings })}::jsonb)::text AS done`
    },
  }
}
