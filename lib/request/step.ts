/**
 * What became of one step of an approved plan.
 *
 *   (nothing) ──▶ running ──▶ done | failed | skipped | unknown
 *   unknown ── a later report ──▶ done | failed
 *
 * `skipped`: it was never begun, because one before it failed. Nothing follows what is done, failed or skipped.
 * Unlike a request, a step that is unknown never runs again: only what became of it can still be learnt.
 */
export const STEP_OUTCOMES = ['running', 'done', 'failed', 'skipped', 'unknown'] as const
export type StepOutcome = (typeof STEP_OUTCOMES)[number]

/** The outcomes that may follow each one; in SQL `step_may_follow`. */
export const STEP_FOLLOWS: Record<StepOutcome, readonly StepOutcome[]> = {
  running: STEP_OUTCOMES,
  unknown: ['done', 'failed'],
  done: [],
  failed: [],
  skipped: [],
}
