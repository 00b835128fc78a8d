import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { readWho, type Who } from './who'

const HOUR_MS = 3_600_000

/** A request lives this long unless its policy says otherwise. */
export const DEFAULT_LIFETIME_MS = 24 * HOUR_MS

/** No request lives longer. */
export const LONGEST_LIFETIME_MS = 30 * 24 * HOUR_MS

/** When a verdict needs a note: never, with a rejection or a return, or with every verdict. */
export type ReasonOwed = 'never' | 'to_refuse' | 'always'

/**
 * Who may decide a request, how many must approve, whether whoever asked may, whether a reason is owed, how long it lasts.
 *
 * With `oneEnds` a single rejection or return ends the request; without it the request ends as soon as the quorum
 * can no longer be reached. `lifetimeMs` counts from the proposal.
 */
export type Policy = {
  who: Who
  quorum: number
  requesterMayDecide: boolean
  oneEnds: boolean
  reasonOwed: ReasonOwed
  lifetimeMs: number
}

/** A policy as it is written down: what is left out takes its default. */
export type PolicyText = {
  who: Who
  quorum?: number
  requesterMayDecide?: boolean
  oneEnds?: boolean
  reasonOwed?: ReasonOwed
  lifetimeMs?: number
}

const FIELDS = new Set(['who', 'quorum', 'requesterMayDecide', 'oneEnds', 'reasonOwed', 'lifetimeMs'])
const REASONS: readonly string[] = ['never', 'to_refuse', 'always'] satisfies ReasonOwed[]

/**
 * Reads a written policy and fills in the defaults: one approval, one rejection ends it and owes a reason, 24
 * hours; whoever asked may decide only where the write is theirs to confirm (`proposed_for`).
 *
 * Refuses with `bad_policy`, naming every field at fault; among them a policy under which nobody could ever decide.
 */
export function parsePolicy(value: unknown): Result<Policy, Refusal<'bad_policy'>> {
  const at: Refusal['at'] = []
  const bad = (path: string, message: string) => void at.push({ path, message })
  if (!isObject(value)) return refuse('bad_policy', [{ path: '$', message: 'must be an object' }])

  for (const key of Object.keys(value)) if (!FIELDS.has(key)) bad(`$.${key}`, 'is not a field of a policy')
  const who = readWho(value.who, bad)
  const quorum = value.quorum ?? 1
  if (!isWhole(quorum, 1, 20)) bad('$.quorum', 'must be a whole number from 1 to 20')
  const lifetimeMs = value.lifetimeMs ?? DEFAULT_LIFETIME_MS
  if (!isWhole(lifetimeMs, 1_000, LONGEST_LIFETIME_MS)) bad('$.lifetimeMs', 'must be from 1 second to 30 days')
  const requesterMayDecide = value.requesterMayDecide ?? who?.kind === 'proposed_for'
  if (typeof requesterMayDecide !== 'boolean') bad('$.requesterMayDecide', 'must be true or false')
  const oneEnds = value.oneEnds ?? true
  if (typeof oneEnds !== 'boolean') bad('$.oneEnds', 'must be true or false')
  const reasonOwed = value.reasonOwed ?? 'to_refuse'
  if (!REASONS.includes(String(reasonOwed))) bad('$.reasonOwed', `must be ${REASONS.join(', ')}`)

  if (who?.kind === 'proposed_for' && quorum !== 1) bad('$.quorum', 'one person alone cannot make a quorum above 1')
  if (who?.kind === 'proposed_for' && requesterMayDecide === false)
    bad('$.requesterMayDecide', 'the person proposed for counts as the requester: nobody could decide')
  if (who?.kind === 'people' && isWhole(quorum, 1, 20) && who.people.length < quorum)
    bad('$.quorum', 'is more than the people named')

  if (at.length > 0 || who === null) return refuse('bad_policy', at)
  return yes({ who, quorum, requesterMayDecide, oneEnds, reasonOwed, lifetimeMs } as Policy)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}

/** Whether this verdict must say why. */
export function owesReason(
  { reasonOwed }: Pick<Policy, 'reasonOwed'>,
  verdict: 'approve' | 'reject' | 'return',
): boolean {
  return reasonOwed === 'always' || (reasonOwed === 'to_refuse' && verdict !== 'approve')
}
