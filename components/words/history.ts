import { visibleText } from '@/lib/confirmation'
import type { HistoryEntry, Named } from '@/lib/inbox'
import type { Outcome, StepOutcome } from '@/lib/request'
import { listed } from './plural'
import { VERDICT_DONE } from './verdicts'

/**
 * What one line of the history says: after the name of who acted, or as a sentence of its own where nobody did. Never
 * the note: that is quoted apart.
 */
export function historyWords(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'request.proposed':
      return 'asked for this'
    case 'request.put_back':
      return 'approved it as it is now; approvals of the earlier version do not count for that'
    case 'request.assigned':
      return 'asked for the decision of'
    case 'request.reminded':
      return 'reminded those whom it waits for'
    case 'request.withdrawn':
      return 'took it back'
    case 'request.expired':
      return 'Time ran out. Nobody had decided, so the answer is no'
    case 'request.redeemed':
      return 'took the approved call, once'
    case 'request.lapsed':
      return 'Nobody picked it up within 24 hours, so nothing was done'
    case 'request.silent':
      return 'No word came in time, so nobody knows whether it was done'
    case 'request.taken_back':
      return 'may not decide this any more, so what they had said does not count'
    case 'request.deciders':
      return decidersWords(entry.deciders ?? { gained: [], lost: [] })
    case 'request.performed':
      return PERFORMED[entry.outcome ?? 'unknown']
    case 'request.outcome':
      return REPORTED[entry.outcome ?? 'unknown']
    case 'request.step':
      return entry.step === undefined ? 'A step went on' : stepWords(entry.step, entry.actor === null)
    case 'request.settled':
      return entry.outcome === 'done' ? 'looked: it was done' : 'looked: it was not done'
    default:
      return entry.verdict === null ? entry.kind.replace(/^.*\./, '').replaceAll('_', ' ') : VERDICT_DONE[entry.verdict]
  }
}

function stepWords({ action, outcome }: { action: string; outcome: StepOutcome }, isHere: boolean): string {
  const said = STEP[outcome]
  return isHere ? `Step ${visibleText(action)} ${said}` : `reported that step ${visibleText(action)} ${said}`
}

const STEP: Record<StepOutcome, string> = {
  running: 'has begun',
  done: 'is done',
  failed: 'failed',
  skipped: 'was not begun',
  unknown: 'may have happened: nobody knows',
}

function decidersWords({ gained, lost }: { gained: readonly Named[]; lost: readonly Named[] }): string {
  const names = (people: readonly Named[]) =>
    listed(
      people.map(({ name }) => visibleText(name)),
      'and',
    )
  const parts = [
    ...(gained.length === 0 ? [] : [`${names(gained)} can decide now`]),
    ...(lost.length === 0 ? [] : [`${names(lost)} cannot any more`]),
  ]
  return `Teams or roles changed: ${parts.join('; ')}`
}

const PERFORMED: Record<Outcome, string> = {
  done: 'Done here, once',
  failed: 'It failed here',
  running: 'Being carried out here',
  waiting: 'Waiting to be carried out here',
  unknown: 'No answer came, so nobody knows whether it was done',
  lapsed: 'Never carried out',
}

const REPORTED: Record<Outcome, string> = {
  done: 'reported it done',
  failed: 'reported that it failed',
  running: 'is carrying it out',
  waiting: 'has yet to carry it out',
  unknown: 'could not say whether it was done',
  lapsed: 'did not carry it out',
}
