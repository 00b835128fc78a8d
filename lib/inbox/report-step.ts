import type { Client } from '@/lib/policy'
import type { StepOutcome } from '@/lib/request'
import { invariant, type Result, refuse, yes } from '@/lib/result'
import type { Answer, ClientView, Idempotency, InboxRefusal, StepReport } from './inbox'
import { NOTE_LIMIT, textFaults } from './plain-text'
import type { Ports } from './ports'

/**
 * The client reports how one step of an approved plan went. A repeat of the same report answers the same; what is done,
 * failed or skipped stays. What became of the plan as a whole is reported apart.
 */
export async function reportStep(
  ports: Ports,
  client: Client,
  request: string,
  action: string,
  report: StepReport,
  idempotency: Idempotency | null,
): Promise<Result<Answer<{ request: ClientView; step: StepOutcome }>, InboxRefusal>> {
  if (!client.scopes.includes('redeem')) return refuse('scope_missing')
  if (textFaults('$', action, 100).length > 0) return refuse('no_such_step')
  const faults = [
    ...textFaults('$.note', report.note, NOTE_LIMIT),
    ...textFaults('$.output_tail', report.outputTail, 16_384),
  ]
  if (faults.length > 0) return refuse('invalid', faults)
  const { code, outcome } = await ports.store.recordStep({
    org: client.org,
    request,
    actor: { kind: 'client', id: client.id },
    action,
    outcome: report.outcome,
    note: report.note ?? null,
    outputTail: report.outputTail ?? null,
    idempotency,
  })
  switch (code) {
    case 'reused':
      return refuse('idempotency_key_reused')
    case 'not_found':
    case 'not_approved':
    case 'not_redeemed':
    case 'no_such_step':
      return refuse(code)
    case 'outcome_final':
      return refuse('outcome_final', [{ path: '$.outcome', message: `the step is ${outcome ?? 'over with its plan'}` }])
    case 'ok':
    case 'same':
    case 'replayed': {
      const view = await ports.store.clientView(client, request)
      invariant(view !== null, 'a request that took a report is there')
      return yes({ request: view, step: outcome ?? report.outcome, replayed: code === 'replayed' })
    }
  }
}
