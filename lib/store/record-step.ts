import type { StepResult, StepRow } from '@/lib/inbox'
import { invariant } from '@/lib/result'
import { type Raw, within } from './within'

/** Records what became of a step, under the lock of its request. */
export async function recordStep(db: Raw, row: StepRow): Promise<StepResult> {
  const [result] = await within(db, row.org).call<StepResult>`
    SELECT code, outcome FROM record_step(${row.org}::text, ${row.request}::uuid, ${row.actor?.kind ?? null}::text,
      ${row.actor?.id ?? null}::text, ${row.action}::text, ${row.outcome}::text, ${row.note}::text, ${row.outputTail}::text,
      ${row.idempotency?.key ?? null}::text, ${row.idempotency?.bodyHash ?? null}::text)`
  invariant(result !== undefined, 'record_step answers one row')
  return result
}
