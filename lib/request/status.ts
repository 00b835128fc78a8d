/**
 * The life of a request.
 *
 *   pending ── approve × quorum ──▶ approved ──▶ outcome
 *      ├── reject ───────────────▶ rejected
 *      ├── return ───────────────▶ returned     (sent back for changes)
 *      ├── requester takes it back ▶ withdrawn
 *      └── time ─────────────────▶ expired
 *
 * There is no way back: what follows is a new request that says which one it replaces.
 */
export const STATUSES = ['pending', 'approved', 'rejected', 'returned', 'expired', 'withdrawn'] as const
export type Status = (typeof STATUSES)[number]

/** One person's answer. */
export const VERDICTS = ['approve', 'reject', 'return'] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * What became of an approved request.
 *
 *   waiting ──▶ running ──▶ done | failed | unknown
 *      └─ nobody redeems it for 24 h ─▶ lapsed
 *   unknown ── a later report, or a person who looked ──▶ done | failed
 */
export const OUTCOMES = ['waiting', 'running', 'done', 'failed', 'unknown', 'lapsed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The outcomes that may follow each one; every writer of an outcome checks this table, in SQL by `outcome_may_follow`. */
export const OUTCOME_FOLLOWS: Record<Outcome, readonly Outcome[]> = {
  waiting: ['running', 'done', 'failed', 'unknown', 'lapsed'],
  running: ['running', 'done', 'failed', 'unknown'],
  unknown: ['running', 'done', 'failed'],
  done: [],
  failed: [],
  lapsed: [],
}

/** A request past its time is expired for every reader, whether or not the worker has written so yet (design §2). */
export function statusAt(request: { status: Status; expiresAt: Date }, now: Date): Status {
  return request.status === 'pending' && request.expiresAt.getTime() <= now.getTime() ? 'expired' : request.status
}
