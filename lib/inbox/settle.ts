import type { Person } from '@/lib/policy'
import type { Outcome } from '@/lib/request'
import { type Result, refuse, yes } from '@/lib/result'
import type { InboxRefusal } from './inbox'
import { NOTE_LIMIT, textFaults, trimmed } from './plain-text'
import type { Ports } from './ports'

/**
 * An eligible person who looked says what became of an unknown outcome: it happened, or it did not, with a note.
 *
 * Only while it is unknown: a later report of the client settles it too, and whoever is first has settled it.
 */
export async function settle(
  ports: Ports,
  person: Person,
  request: string,
  found: { happened: boolean; note: string },
): Promise<Result<{ outcome: Outcome }, InboxRefusal>> {
  const note = trimmed(found.note)
  const stored = await ports.store.forPerson(person, request)
  if (stored === null) return refuse('not_found')
  if (!stored.mayDecide) return refuse('may_not_decide', [{ path: '$', message: stored.why ?? 'not_named' }])
  const faults = textFaults('$.note', note, NOTE_LIMIT)
  if (faults.length > 0) return refuse('invalid', faults)
  if (note === '') return refuse('reason_owed', [{ path: '$.note', message: 'is needed: say where you looked' }])
  const outcome: Outcome = found.happened ? 'done' : 'failed'
  const { code } = await ports.store.recordOutcome({
    org: person.org,
    request,
    event: 'request.settled',
    actor: { kind: 'person', id: person.id },
    onlyFrom: 'unknown',
    outcome,
    note,
    outputTail: null,
    idempotency: null,
  })
  if (code === 'ok') return yes({ outcome })
  if (code === 'not_found' || code === 'not_approved') return refuse(code)
  return settledBefore(ports, person, request, outcome)
}

/** One's own repeated answer answers as the first did; everybody else is told who was first, and when. */
async function settledBefore(
  ports: Ports,
  person: Person,
  request: string,
  outcome: Outcome,
): Promise<Result<{ outcome: Outcome }, InboxRefusal>> {
  const view = await ports.store.view(person, request)
  const last = view?.history.findLast((entry) => entry.outcome !== null)
  if (last?.kind === 'request.settled' && last.actor?.id === person.id && last.outcome === outcome)
    return yes({ outcome })
  return refuse(
    'not_unknown',
    [],
    last === undefined ? {} : { when: last.at, ...(last.actor === null ? {} : { by: last.actor.name }) },
  )
}
