/**
 * What can happen to an organization itself, chained per organization as a request's events are per request:
 *
 *   invited · invite_closed           somebody was asked in; that was taken back
 *   joined · role_changed · removed   a member came, changed what they may be, was taken out
 *   team_made · team_renamed · team_closed · team_joined · team_left
 *   policy_set · policy_dropped       who decides was said, or left to the tool's own policy
 *   client_made · key_made · key_revoked
 *   decision_refused                  somebody tried to decide what they may not
 *   plan_rejected                     a client proposed a plan that cannot work
 *
 * A kind is written into history and hashed with it, so it is never renamed or reused.
 */
export const ORGANIZATION_EVENT_KINDS = [
  'organization.invited',
  'organization.invite_closed',
  'organization.joined',
  'organization.role_changed',
  'organization.removed',
  'organization.team_made',
  'organization.team_renamed',
  'organization.team_closed',
  'organization.team_joined',
  'organization.team_left',
  'organization.policy_set',
  'organization.policy_dropped',
  'organization.client_made',
  'organization.key_made',
  'organization.key_revoked',
  'organization.decision_refused',
  'organization.plan_rejected',
] as const

export type OrganizationEventKind = (typeof ORGANIZATION_EVENT_KINDS)[number]

const kinds: ReadonlySet<string> = new Set(ORGANIZATION_EVENT_KINDS)

/** Tells whether a text, such as a stored one, is a kind of event of an organization. */
export function isOrganizationEventKind(text: string): text is OrganizationEventKind {
  return kinds.has(text)
}
