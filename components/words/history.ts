import type { HistoryEntry } from '@/lib/inbox'
import { VERDICT_DONE } from './verdicts'

/**
 * What one line of the history says after the name of who acted, or by itself where nobody did. Never the note: that is
 * quoted apart.
 */
export function historyWords(entry: HistoryEntry): string {
  if (entry.verdict !== null) return VERDICT_DONE[entry.verdict]
  if (entry.outcome !== null) return outcomeLine(entry)
  if (entry.status === 'withdrawn') return 'took it back'
  if (entry.status === 'expired') return 'Time ran out. Nobody had decided, so the answer is no'
  if (entry.kind.endsWith('proposed')) return 'asked for this'
  if (entry.kind.endsWith('described')) return 'Checked and described by the tool'
  if (entry.kind.endsWith('granted')) return 'asked for the approved call'
  if (entry.kind.endsWith('redeemed')) return 'took the approved call, once'
  if (entry.kind.endsWith('replaced')) return 'replaced it with a newer request'
  return entry.kind.replace(/^.*\./, '').replaceAll('_', ' ')
}

function outcomeLine(entry: HistoryEntry): string {
  const acted = entry.actor !== null
  switch (entry.outcome) {
    case 'done':
      return entry.actor?.kind === 'person' ? 'looked, and it was done' : acted ? 'reported it done' : 'Done, once'
    case 'failed':
      return entry.actor?.kind === 'person'
        ? 'looked, and it was not done'
        : acted
          ? 'reported that it failed'
          : 'It failed'
    case 'running':
      return acted ? 'is carrying it out' : 'Being carried out'
    case 'waiting':
      return acted ? 'waits' : 'Waiting to be carried out'
    case 'lapsed':
      return 'Nobody picked it up within 24 hours, so nothing was done'
    default:
      return acted ? 'could not say whether it was done' : 'Nobody knows whether it was done'
  }
}
