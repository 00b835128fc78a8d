import type { Kind, Verdict } from '@/lib/request'
import { plural } from './plural'

/** What somebody did. */
export const VERDICT_DONE: Record<Verdict, string> = {
  approve: 'approved',
  reject: 'rejected',
  return: 'sent back',
}

/** What did not happen, as the head of a refusal. */
export const NOT_DONE: Record<Verdict, string> = {
  approve: 'Not approved',
  reject: 'Not rejected',
  return: 'Not sent back',
}

/** What the button says: of a gate it is the answer that is approved. */
export function approveLabel(warnings: number, kind: Kind): string {
  const what = kind === 'gate' ? 'Approve this answer' : 'Approve'
  return warnings === 0 ? what : `${what} with ${plural(warnings, 'warning')}`
}

export function approvalsOf(have: number, need: number): string {
  return `${have} of ${plural(need, 'approval')}`
}
