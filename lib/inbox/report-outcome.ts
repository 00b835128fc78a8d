import type { Client } from '@/lib/policy'
import { type Result, refuse, yes } from '@/lib/result'
import type { Answer, ClientView, Idempotency, InboxRefusal, OutcomeReport } from './inbox'
import { NOTE_LIMIT, textFaults } from './plain-text'
import type { Ports } from './ports'

/**
 * The client reports how its performing goes. A repeat of the same report answers the same; a final outcome stays; an
 * unknown one is settled by a later report until a person has settled it.
 */
export async function reportOutcome(
  ports: Ports,
  client: Client,
  request: string,
  report: OutcomeReport,
  idempotency: Idempotency | null,
): Promise<Result<Answer<{ request: ClientView }>, InboxRefusal>> {
  if (!client.scopes.includes('redeem')) return refuse('scope_missing')
  const faults = [
    ...textFaults('$.note', report.note, NOTE_LIMIT),
    ...textFaults('$.output_tail', report.outputTail, 16_384),
  ]
  if (faults.length > 0) return refuse('invalid', faults)
  const { code, outcome } = await ports.store.recordOutcome({
    org: client.org,
    request,
    event: 'request.outcome',
    actor: { kind: 'client', id: client.id },
    onlyFrom: null,
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
      return refuse(code)
    case 'outcome_final':
    case 'not_unknown':
      return refuse('outcome_final', [{ path: '$.outcome', message: `the outcome is ${outcome ?? 'unknown'}` }])
    case 'ok':
    case 'same':
    case 'replayed': {
      const view = await ports.store.clientView(client, request)
      return view === null ? refuse('not_found') : yes({ request: view, replayed: code === 'replayed' })
    }
  }
}
