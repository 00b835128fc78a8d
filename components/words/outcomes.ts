import type { Outcome, Status } from '@/lib/request'
import type { Tone } from '../parts/banner'
import type { IconName } from '../parts/icon'

/** How a decided request stands in a list: a word before its title, and a sentence. */
export type CardWords = { tone: Exclude<Tone, 'movedOn'>; icon: IconName; word: string; text: string }

const BY_STATUS: Record<Exclude<Status, 'approved'>, CardWords> = {
  pending: { tone: 'plain', icon: 'clock', word: 'Pending', text: 'Not decided yet.' },
  rejected: { tone: 'stop', icon: 'cross', word: 'Rejected', text: 'Nothing was done.' },
  returned: {
    tone: 'plain',
    icon: 'return',
    word: 'Sent back',
    text: 'Nothing was done. It can be asked again, changed.',
  },
  expired: { tone: 'plain', icon: 'clock', word: 'Expired', text: 'Nobody decided in time, so the answer is no.' },
  withdrawn: { tone: 'plain', icon: 'cross', word: 'Taken back', text: 'Nothing was done.' },
}

const BY_OUTCOME: Record<Outcome, CardWords> = {
  done: { tone: 'go', icon: 'check', word: 'Done', text: 'It was done, once.' },
  waiting: { tone: 'go', icon: 'check', word: 'Approved', text: 'It waits to be carried out.' },
  running: { tone: 'go', icon: 'check', word: 'Approved', text: 'It is being carried out now.' },
  failed: {
    tone: 'stop',
    icon: 'cross',
    word: 'Failed',
    text: 'An approval counts once, so trying again is a new request.',
  },
  lapsed: {
    tone: 'plain',
    icon: 'clock',
    word: 'Lapsed',
    text: 'Nobody picked it up within 24 hours, so nothing was done.',
  },
  unknown: {
    tone: 'warn',
    icon: 'question',
    word: 'Unknown',
    text: 'No answer came after it was approved. It may have been done.',
  },
}

/** Approved without an outcome is unknown: nobody may take it for done. */
export function cardWords(status: Status, outcome: Outcome | null): CardWords {
  return status === 'approved' ? BY_OUTCOME[outcome ?? 'unknown'] : BY_STATUS[status]
}
