import type { RefusalCode } from '@/lib/inbox'
import type { EdgeRefusal, ScreenRefusal } from '../actions'

type Code = RefusalCode | EdgeRefusal['code'] | BrowserFault

/** What goes wrong before the server has answered. `updated`: the server runs a newer version than this page. */
export type BrowserFault = 'offline' | 'updated'

/** What happened, what was not lost, and the next step, for every refusal that a person can meet. */
export type RefusalWords = { title: string; text: string }

const MACHINES_ONLY: RefusalWords = {
  title: 'Countersign could not do this',
  text: 'Nothing was recorded, and what you typed is still here. Please try again.',
}

const WORDS: Record<Code, RefusalWords> = {
  offline: {
    title: 'No answer: Countersign cannot be reached',
    text: 'What you typed is still here. Press the button again when you are back online: a decision counts once, however often it is sent.',
  },
  updated: {
    title: 'Not sent: Countersign was updated while this page was open',
    text: 'Nothing was recorded. Copy your note if you want to keep it, then load the page again.',
  },
  signed_out: {
    title: 'Not sent: you are signed out',
    text: 'Nothing was recorded, and what you typed is still here. Sign in in another tab, then press the button again.',
  },
  failed: {
    title: 'No answer: Countersign had a problem of its own',
    text: 'What you typed is still here. Press the button again: a decision counts once, however often it is sent.',
  },
  not_found: {
    title: 'There is nothing here for you any more',
    text: 'Either this request is gone, or it is no longer yours to see. Nothing was recorded.',
  },
  look_again: {
    title: 'Not approved: your look at it was too long ago',
    text: 'An approval counts for what was on screen less than 30 minutes ago. Nothing was recorded. It was looked up again just now: please decide on what is here.',
  },
  already_decided: {
    title: 'Not recorded: it was decided before you answered',
    text: 'The first decision stands. Nothing of yours was recorded.',
  },
  may_not_decide: {
    title: 'Not recorded: you may not decide this one',
    text: 'The people who can are listed on this page.',
  },
  reason_owed: {
    title: 'Say why',
    text: 'Whoever asked reads this and nothing else.',
  },
  answer_does_not_fit: {
    title: 'Not recorded: your answer does not fit yet',
    text: 'Every place is marked. What you typed is still here.',
  },
  not_authorized: {
    title: 'Not recorded: you could not make this change yourself',
    text: 'Nobody approves what they may not do. Somebody who may do it has to decide.',
  },
  tool_failed: {
    title: 'Not approved: it could not be checked just now',
    text: 'The tool did not answer, so nobody can say what would happen. Nothing was recorded. You can still reject or send back, or try again.',
  },
  not_unknown: {
    title: 'Not recorded: the outcome is known by now',
    text: 'Somebody else, or a late answer, was first. What they found stands on this page.',
  },
  outcome_final: {
    title: 'Not recorded: the outcome is known by now',
    text: 'Somebody else, or a late answer, was first. What they found stands on this page.',
  },
  invalid: {
    title: 'Not recorded: something does not fit',
    text: 'Nothing was decided. Please check what you typed and press the button again.',
  },
  too_many: {
    title: 'Not sent: too much at once',
    text: 'Nothing was recorded, and what you typed is still here. Wait a minute, then press the button again.',
  },
  unknown_tool: MACHINES_ONLY,
  version_mismatch: MACHINES_ONLY,
  unknown_person: MACHINES_ONLY,
  no_policy: MACHINES_ONLY,
  nobody_may_decide: MACHINES_ONLY,
  plan_rejected: MACHINES_ONLY,
  no_such_step: MACHINES_ONLY,
  not_approved: MACHINES_ONLY,
  no_grant: MACHINES_ONLY,
  not_redeemed: MACHINES_ONLY,
  spent: MACHINES_ONLY,
  idempotency_key_reused: MACHINES_ONLY,
  scope_missing: MACHINES_ONLY,
  unauthenticated: MACHINES_ONLY,
}

export function refusalWords(code: ScreenRefusal['code'] | BrowserFault): RefusalWords {
  return WORDS[code]
}
