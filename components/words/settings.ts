import type { OrganizationCode } from '@/lib/organization'

/** What a setting's form does; the value of its field `do`. */
export const SETTINGS = [
  'set_profile',
  'switch_organization',
  'invite',
  'close_invite',
  'change_role',
  'remove_member',
  'make_team',
  'rename_team',
  'close_team',
  'put_on_team',
  'take_off_team',
  'set_policy',
  'drop_policy',
  'make_client',
  'make_key',
  'revoke_key',
] as const
export type Setting = (typeof SETTINGS)[number]

/** What was done, as a sentence. */
export const DONE: Record<Setting, string> = {
  set_profile: 'Saved.',
  switch_organization: 'You work there now.',
  invite: 'Invited. The mail is on its way; they join when they accept.',
  close_invite: 'The invitation is taken back.',
  change_role: 'The role is changed. It holds from now on, on requests that are pending too.',
  remove_member:
    'Removed, at once. What they decided stays; what they had approved and is still open does not count any more.',
  make_team: 'The team is made. Put people on it.',
  rename_team: 'The team is renamed.',
  close_team: 'The team is gone.',
  put_on_team: 'On the team. They can decide what the team decides, on requests that are pending too.',
  take_off_team: 'Off the team, at once. What they had approved and is still open does not count any more.',
  set_policy: 'Saved. It holds for what is proposed from now on; what is pending keeps the policy that it came with.',
  drop_policy: 'Back to the default. It holds for what is proposed from now on.',
  make_client: 'The client is made. It can do nothing until it has a key.',
  make_key: 'The key is made.',
  revoke_key: 'Revoked. It opens nothing any more.',
}

type Code = OrganizationCode | 'signed_out' | 'failed'

/** What was not done, and why. Nothing is ever half done. */
export const NOT_DONE: Record<Code, string> = {
  not_admin: 'Not done: only an admin of this organization can change this. Nothing was changed.',
  not_found: 'Not done: it is not here (any more). Nothing was changed. The page shows what is so now.',
  invalid: 'Not done: something does not fit. Nothing was changed.',
  already_member: 'Not invited: this address belongs to a member already.',
  last_admin: 'Not done: an organization always has an admin. Make somebody else an admin first.',
  in_use: 'Not done: a policy names this team. Change that policy first.',
  bad_policy: 'Not saved: under this policy nobody could ever decide. Nothing was changed.',
  nobody_may_decide: 'Not saved: fewer people could decide than it asks for. Nothing was changed.',
  signed_out: 'Not done: you are signed out. Nothing was changed.',
  failed: 'No answer: Countersign had a problem of its own. Nothing was changed. Please try again.',
}

/** The field that a path names, as people call it. */
export const FIELD: { [path: string]: string } = {
  '$.email': 'E-mail',
  '$.name': 'Name',
  '$.role': 'Role',
  '$.zone': 'Time zone',
  '$.scopes': 'What the key may do',
  '$.quorum': 'How many must approve',
  '$.who': 'Who decides',
  '$.who.people': 'People',
  '$.who.team': 'Team',
  '$.who.role': 'Role',
  '$.lifetimeMs': 'How long it lasts',
  '$.requesterMayDecide': 'Whoever asked',
}
