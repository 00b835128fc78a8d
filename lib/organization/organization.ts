import type { Person, Policy, PolicyText, Role, Scope } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import type { Refusal, Result } from '@/lib/result'

/** Every expected «no». Where something given does not fit, `at` names every place. */
export type OrganizationCode =
  | 'not_admin'
  | 'not_found' // not there, of another organization, or over
  | 'invalid'
  | 'already_member'
  | 'last_admin' // an organization always has one
  | 'in_use' // a policy names this team
  | 'bad_policy'
  | 'nobody_may_decide' // fewer people than the quorum asks for

export type OrganizationRefusal = Refusal<OrganizationCode>
export type Changed = Result<null, OrganizationRefusal>

export type MemberEntry = {
  id: string
  name: string
  email: string
  role: Role
  teams: { id: string; name: string; lead: boolean }[]
}
export type TeamEntry = { id: string; name: string; members: { id: string; name: string; lead: boolean }[] }
/** An invitation that is open; `expiresAt` is ISO. */
export type InviteEntry = { id: string; email: string; name: string; role: Role; invitedBy: string; expiresAt: string }
/** `hash` names a key, it opens nothing; `hint` is its first characters. */
export type ClientEntry = {
  id: string
  name: string
  keys: { hash: string; hint: string; scopes: Scope[]; createdAt: string; revokedAt: string | null }[]
}
/** `policy` null: none of the organization's own. `fallback`: the tool's. */
export type PolicyEntry = {
  kind: Kind
  subject: string
  label: string
  policy: Policy | null
  fallback: Policy | null
}

/** What the settings pages show. What only admins may see is empty for everybody else. */
export type Overview = {
  members: MemberEntry[]
  teams: TeamEntry[]
  invites: InviteEntry[]
  clients: ClientEntry[]
  policies: PolicyEntry[]
}

/** An invitation as the person sees it to whose address it went. */
export type OpenInvite = { org: string; orgName: string; id: string; role: Role; invitedBy: string }

/** A key's text, which is shown once and kept nowhere. */
export type NewKey = { key: string; client: string }

/** Everything that can be done about who belongs to an organization. `admin` is whoever asks; the room finds out. */
export interface Organization {
  overview(person: Person): Promise<Overview>

  // members
  invite(admin: Person, invite: { email: string; name: string; role: string }): Promise<Changed>
  closeInvite(admin: Person, invite: string): Promise<Changed>
  /** By whoever proved the address; `session` (its hash) works there from then on. */
  accept(user: string, invite: { org: string; id: string }, session: string): Promise<Changed>
  changeRole(admin: Person, change: { user: string; role: string }): Promise<Changed>
  /** At once: open pages and streams included. What they decided before stays, what is still open is taken back. */
  remove(admin: Person, user: string): Promise<Changed>

  // teams
  makeTeam(admin: Person, name: string): Promise<Changed>
  renameTeam(admin: Person, team: { id: string; name: string }): Promise<Changed>
  closeTeam(admin: Person, team: string): Promise<Changed>
  putOnTeam(admin: Person, put: { team: string; user: string; lead: boolean }): Promise<Changed>
  takeOffTeam(admin: Person, taken: { team: string; user: string }): Promise<Changed>

  // policies: for requests proposed from then on
  setPolicy(admin: Person, at: { kind: string; subject: string }, policy: PolicyText): Promise<Changed>
  dropPolicy(admin: Person, at: { kind: string; subject: string }): Promise<Changed>

  // clients
  makeClient(admin: Person, name: string): Promise<Changed>
  makeKey(
    admin: Person,
    key: { client: string; scopes: readonly string[] },
  ): Promise<Result<NewKey, OrganizationRefusal>>
  revokeKey(admin: Person, key: { client: string; hash: string }): Promise<Changed>

  // oneself
  setProfile(person: Person, profile: { name: string; zone: string }): Promise<Changed>
}
