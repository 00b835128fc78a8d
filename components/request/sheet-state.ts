import type { RefObject } from 'react'
import type { Confirmation } from '@/lib/confirmation'
import type { Approval, Opened, RequestView } from '@/lib/inbox'
import type { DecideState, SettleState, WithdrawState } from '../actions'
import type { useRequest } from './use-request'
import type { useSending } from './use-sending'

/** Everything the parts of one request's sheet share. `level` is the level of its section headings. */
export type Sheet = {
  request: ReturnType<typeof useRequest>
  live: RequestView
  decide: ReturnType<typeof useSending<DecideState>>
  withdraw: ReturnType<typeof useSending<WithdrawState>>
  settle: ReturnType<typeof useSending<SettleState>>
  typed: string
  setTyped: (note: string) => void
  /** The steps of a plan that the reader leaves out, by id; null until they choose. */
  leftOut: readonly string[] | null
  setLeftOut: (ids: readonly string[]) => void
  noteField: RefObject<HTMLTextAreaElement | null>
  /** What is asked beside the confirmation may hold an approval back: false where its answer is not ready, which it then says. */
  guard: RefObject<(() => boolean) | null>
  level: 2 | 3
}

/**
 * The view with the approvals that count together, as the decision adds them up: those under the confirmation that this
 * reader opened (where none could be, under the newest) and the newest answer given to it.
 */
export function asShown(live: RequestView, opened: Opened | null): RequestView {
  const digest = opened?.displayDigest ?? null
  if (live.status !== 'pending') return live
  const newest = live.approvals.findLast((one) => one.counts && (digest === null || one.displayDigest === digest))
  const together = (one: Approval) => one.displayDigest === newest?.displayDigest && one.answer === newest.answer
  return { ...live, approvals: live.approvals.map((one) => ({ ...one, counts: one.counts && together(one) })) }
}

/** The view as the answers just received leave it, until it has been read again. */
export function asDecided(
  live: RequestView,
  decide: DecideState,
  withdraw: WithdrawState,
  settle: SettleState,
): RequestView {
  let view = live
  if (view.status === 'pending' && decide?.ok) {
    const { status, outcome, at } = decide.decided
    if (status !== 'pending') view = { ...view, status, outcome, decidedAt: at, decidedBy: null }
  }
  if (view.status === 'pending' && withdraw?.ok) view = { ...view, status: withdraw.status, decidedAt: withdraw.at }
  if (view.outcome === 'unknown' && settle?.ok) view = { ...view, outcome: settle.outcome }
  return view
}

/**
 * Whether the note on the outcome is an agent's word, and so belongs in its frame: where the client performs it is,
 * unless a person looked and wrote it.
 */
export function isAgentsNote({ performs, history, outcomeNote }: RequestView): boolean {
  const author = history.findLast((entry) => entry.outcome !== null && entry.note === outcomeNote)
  return performs === 'client' ? author?.actor?.kind !== 'person' : author?.actor?.kind === 'client'
}

/** What to draw: what was approved once it is decided, else what this reader opened; null while that is on its way. */
export function confirmationOf({ live, request }: Sheet): Confirmation | null {
  const opened = request.opened?.confirmation ?? null
  return live.status === 'pending' ? opened : (live.confirmation ?? opened)
}

/** Whether the reader's own approval counts for what is shown now. */
export function hasSigned({ live, decide }: Sheet, me: string): boolean {
  const answer = decide.state?.ok ? decide.state.decided : null
  const isReadSince = answer === null || (live.you.verdict !== null && live.you.verdict.at >= answer.at)
  if (isReadSince) return live.approvals.some(({ counts, person }) => counts && person.id === me)
  return answer.verdict === 'approve' && live.status === 'pending'
}
