import { visibleText } from '@/lib/confirmation'
import type { RequestView } from '@/lib/inbox'
import type { WhyNot } from '@/lib/policy'

/** Why somebody else may not decide: stands beside a name. */
export const WHY_THEY_CANNOT: Record<WhyNot, string> = {
  asked_on_their_behalf: 'Cannot: the agent asked on their behalf',
  not_named: 'Cannot: the policy does not name them',
  not_on_team: 'Cannot: they are not on the team',
  not_a_lead: 'Cannot: they do not lead the team',
  not_in_role: 'Cannot: their role is another one',
}

/** The same, beside «You». */
export const WHY_YOU_CANNOT_SHORT: Record<WhyNot, string> = {
  asked_on_their_behalf: 'Cannot: the agent asked on your behalf',
  not_named: 'Cannot: the policy does not name you',
  not_on_team: 'Cannot: you are not on the team',
  not_a_lead: 'Cannot: you do not lead the team',
  not_in_role: 'Cannot: your role is another one',
}

/** Why the reader may not decide, as a sentence. `client` is who asked. */
export function whyYouCannot(why: WhyNot | null, client: string, policy: RequestView['policyNames']): string {
  if (why === 'asked_on_their_behalf')
    return `${client} asked on your behalf, and the policy wants a second person: whoever asks cannot approve.`
  return `${whoDecides(policy)} You can see it because it concerns you or a team you lead.`
}

/** Whom the policy names, as a sentence. */
export function whoDecides({ kind, name }: RequestView['policyNames']): string {
  const called = `«${visibleText(name ?? '')}»`
  switch (kind) {
    case 'proposed_for':
      return 'Only the person it is for can decide this.'
    case 'team':
      return `The team ${called} decides this.`
    case 'team_leads':
      return `The leads of the team ${called} decide this.`
    case 'role':
      return `People with the role ${ROLE_NAMES[name ?? ''] ?? called} decide this.`
    case 'people':
      return 'The policy names other people for this.'
  }
}

const ROLE_NAMES: { [role: string]: string } = { member: 'Member', lead: 'Lead', admin: 'Admin' }
