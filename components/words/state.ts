import type { RequestView } from '@/lib/inbox'
import type { Tone } from '../parts/banner'
import type { IconName } from '../parts/icon'

/** How a state that is over is told: a head, a sentence, and the next step. */
export type StateWords = { tone: Tone; icon: IconName; title: string; text: string; next?: string }

type Facts = Pick<RequestView, 'status' | 'outcome' | 'performs'> & {
  /** «You», a name, or nobody. */
  by: string | null
  client: string
  /** When it was decided, and when the outcome came, as sentences want them: «14:52», «14:52 yesterday». */
  decided: string
  outcomeAt: string
}

/** Null while the request is pending. */
export function stateWords(facts: Facts): StateWords | null {
  const by = facts.by ?? 'Nobody'
  switch (facts.status) {
    case 'pending':
      return null
    case 'approved':
      return outcomeWords(facts)
    case 'rejected':
      return {
        tone: 'stop',
        icon: 'cross',
        title: 'Rejected',
        text: `${by} rejected it at ${facts.decided}. Nothing was done.`,
      }
    case 'returned':
      return {
        tone: 'plain',
        icon: 'return',
        title: 'Sent back for changes',
        text: `${by} sent it back at ${facts.decided}. Nothing was done.`,
        next: `${facts.client} can ask again with a request that replaces this one.`,
      }
    case 'expired':
      return {
        tone: 'plain',
        icon: 'clock',
        title: 'Expired: the answer is no',
        text: `Nobody decided by ${facts.decided}, so nothing was done.`,
        next: `${facts.client} has to ask again if it is still wanted.`,
      }
    case 'withdrawn':
      return {
        tone: 'plain',
        icon: 'cross',
        title: 'Taken back',
        text: `${facts.by ?? facts.client} took it back at ${facts.decided}. Nothing was done.`,
      }
  }
}

function outcomeWords(facts: Facts): StateWords {
  const approved = `${facts.by ?? 'It was'} ${facts.by === null ? 'approved' : 'approved it'} at ${facts.decided}.`
  switch (facts.outcome) {
    case 'waiting':
      return {
        tone: 'go',
        icon: 'check',
        title: 'Approved',
        text: `${approved} It waits for ${facts.performs === 'client' ? facts.client : 'Countersign'} to carry it out.`,
        ...(facts.performs === 'client'
          ? { next: 'If nobody picks it up within 24 hours, it lapses and nothing is done.' }
          : {}),
      }
    case 'running':
      return {
        tone: 'go',
        icon: 'check',
        title: 'Approved, and under way',
        text: `${approved} It is being carried out now.`,
      }
    case 'done':
      return {
        tone: 'go',
        icon: 'check',
        title: 'Approved and done',
        text: `${approved} It was done at ${facts.outcomeAt}, once.`,
      }
    case 'failed':
      return {
        tone: 'stop',
        icon: 'cross',
        title: 'Approved, but it failed',
        text:
          facts.performs === 'here'
            ? `${approved} Nothing was changed.`
            : `${approved} It was reported as failed at ${facts.outcomeAt}.`,
        next: 'An approval counts once, so trying again is a new request.',
      }
    case 'lapsed':
      return {
        tone: 'plain',
        icon: 'clock',
        title: 'Approved, but never picked up',
        text: `${approved} ${facts.client} did not pick it up within 24 hours, so nothing was done.`,
        next: 'An approval counts once, so trying again is a new request.',
      }
    default:
      return {
        tone: 'warn',
        icon: 'question',
        title: 'Unknown: was it done?',
        text: `${approved} No answer came after that. It may have been done.`,
        next: 'Countersign does not try again by itself, so nothing happens twice. Look where it would show, then say what you found.',
      }
  }
}
