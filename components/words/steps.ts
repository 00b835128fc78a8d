import type { StepOutcome } from '@/lib/request'

const SAID: Record<StepOutcome, string> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  skipped: 'not begun',
  unknown: 'nobody knows',
}

/** What became of a step of a plan, in a word or two. */
export function stepOutcome(outcome: StepOutcome): string {
  return SAID[outcome]
}

/** «Approve 6 of 7 steps»; null where none is left out, or it is no plan. */
export function approveSteps(total: number, leftOut: number): string | null {
  return leftOut === 0 ? null : `Approve ${total - leftOut} of ${total} steps`
}
