import { visibleText } from '@/lib/confirmation'
import type { MemberEntry, TeamEntry } from '@/lib/organization'
import type { Policy, Role } from '@/lib/policy'
import { listed, plural } from './plural'

export const ROLE: Record<Role, string> = { member: 'Member', lead: 'Lead', admin: 'Admin' }

type People = { members: readonly MemberEntry[]; teams: readonly TeamEntry[] }

/** A policy as sentences for whoever sets it. */
export function policyWords(policy: Policy, people: People): string[] {
  const { quorum, oneEnds, requesterMayDecide, reasonOwed, lifetimeMs } = policy
  return [
    `${whoWords(policy, people)} ${quorum === 1 ? 'decides' : `decide, ${plural(quorum, 'approval')} needed`}.`,
    ...(policy.who.kind === 'proposed_for'
      ? []
      : [requesterMayDecide ? 'Whoever it is for may decide too.' : 'Whoever it is for cannot decide.']),
    ...(oneEnds ? [] : ['One no does not end it.']),
    ...(reasonOwed === 'never' ? ['No reason is owed.'] : []),
    ...(reasonOwed === 'always' ? ['A reason is owed, whatever is decided.'] : []),
    `Open for ${hours(lifetimeMs)}.`,
  ]
}

function whoWords({ who }: Policy, { members, teams }: People): string {
  switch (who.kind) {
    case 'proposed_for':
      return 'The person it is for'
    case 'people':
      return listed(
        who.people.map((id) => visibleText(members.find((member) => member.id === id)?.name ?? 'somebody who left')),
        'or',
        5,
      )
    case 'team':
      return `Somebody on the team «${teamName(who.team, teams)}»`
    case 'team_leads':
      return `A lead of the team «${teamName(who.team, teams)}»`
    case 'role':
      return `Somebody with the role ${ROLE[who.role]}`
  }
}

function teamName(id: string, teams: readonly TeamEntry[]): string {
  return visibleText(teams.find((team) => team.id === id)?.name ?? 'a team that is gone')
}

function hours(ms: number): string {
  const whole = ms / 3_600_000
  if (whole % 24 === 0) return plural(whole / 24, 'day')
  return whole >= 1 ? plural(Math.round(whole * 10) / 10, 'hour') : plural(Math.round(ms / 60_000), 'minute')
}
