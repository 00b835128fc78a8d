import type { Policy } from './policy'

/** Why a person may see a request and yet not decide it. */
export type WhyNot = 'asked_on_their_behalf' | 'not_named'

/** Where one person stands towards one request. */
export type Standing = { person: string; mayDecide: boolean; why: WhyNot | null }

/**
 * Answers both «may this person decide?» and «why not?», for the page, the action, the eligibility rows and mail alike.
 *
 * The client that asks and the person it asks for count as one requester (design §3.11), so where the requester may
 * not decide, neither may the person proposed for.
 */
export function standingOf(policy: Policy, request: { proposedFor: string | null }, person: string): Standing {
  const isRequester = request.proposedFor === person
  const isNamed = policy.who.kind === 'people' ? policy.who.people.includes(person) : isRequester
  if (!isNamed) return { person, mayDecide: false, why: isRequester ? 'asked_on_their_behalf' : 'not_named' }
  if (isRequester && !policy.requesterMayDecide) return { person, mayDecide: false, why: 'asked_on_their_behalf' }
  return { person, mayDecide: true, why: null }
}

/** The people a policy reaches: those who may decide, and the person proposed for, who may at least see it. */
export function reachOf(policy: Policy, request: { proposedFor: string | null }): string[] {
  const named = policy.who.kind === 'people' ? policy.who.people : []
  return [...new Set([...named, ...(request.proposedFor === null ? [] : [request.proposedFor])])]
}
