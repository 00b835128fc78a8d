import { assertNever } from '@/lib/result'
import type { Policy } from './policy'
import type { Role } from './principal'

/** A member of the organization, as policies see them. */
export type Member = { id: string; role: Role; teams: readonly { id: string; lead: boolean }[] }

/** Why a person may see a request and yet not decide it. */
export type WhyNot = 'asked_on_their_behalf' | 'not_named' | 'not_on_team' | 'not_a_lead' | 'not_in_role'

/** Where one person stands towards one request. */
export type Standing = { person: string; mayDecide: boolean; why: WhyNot | null }

/** No request reaches more people than this. */
export const REACH_LIMIT = 500

type Request = { proposedFor: string | null }

/**
 * Answers both «may this person decide?» and «why not?», for the page, the action, the eligibility rows and mail alike.
 *
 * The client that asks and the person it asks for count as one requester (design §3.11), so where the requester may
 * not decide, neither may the person proposed for.
 */
export function standingOf(policy: Policy, request: Request, member: Member): Standing {
  const person = member.id
  const isRequester = request.proposedFor === person
  if (isRequester && !policy.requesterMayDecide) return { person, mayDecide: false, why: 'asked_on_their_behalf' }
  const why = whyNotNamed(policy, request, member)
  if (why !== null) return { person, mayDecide: false, why: isRequester ? 'asked_on_their_behalf' : why }
  return { person, mayDecide: true, why: null }
}

/**
 * The people whom a request reaches, each once, at most `REACH_LIMIT`: those whom the policy names, the person proposed
 * for, and the leads of all their teams, who may at least see it. Who stands first is kept where there are too many.
 */
export function reachOf(policy: Policy, request: Request, members: readonly Member[]): string[] {
  const named = members.filter((member) => whyNotNamed(policy, request, member) === null)
  const requester = members.filter(({ id }) => id === request.proposedFor)
  const near = [...named, ...requester]
  const teams = new Set(near.flatMap((member) => member.teams.map(({ id }) => id)))
  const leads = members.filter((member) => member.teams.some(({ id, lead }) => lead && teams.has(id)))
  return [...new Set([...requester, ...named, ...leads].map(({ id }) => id))].slice(0, REACH_LIMIT)
}

/** Null: the policy names them. */
function whyNotNamed({ who }: Policy, request: Request, member: Member): WhyNot | null {
  switch (who.kind) {
    case 'proposed_for':
      return request.proposedFor === member.id ? null : 'not_named'
    case 'people':
      return who.people.includes(member.id) ? null : 'not_named'
    case 'team':
      return member.teams.some(({ id }) => id === who.team) ? null : 'not_on_team'
    case 'team_leads':
      return member.teams.some(({ id, lead }) => lead && id === who.team) ? null : 'not_a_lead'
    case 'role':
      return member.role === who.role ? null : 'not_in_role'
    default:
      return assertNever(who)
  }
}
