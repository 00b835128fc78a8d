import type { Person, Policy, Role, Scope } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import type { OrganizationCode, Overview } from './organization'

/** `ok`, or the code of a refusal that only the database knows. */
export type Said<Codes extends OrganizationCode = never> = 'ok' | 'not_admin' | Codes

/** Who asks, where. Whether they are an admin is read in the same transaction. */
export type By = Pick<Person, 'org' | 'id'>

/**
 * What this room needs of a store. Each write is one transaction with its event in the organization's history; those that
 * change memberships exclude each other and mark the requests whose eligibility may follow from them.
 */
export interface OrganizationStore {
  /** Of policies only the organization's own, as written. */
  overview(
    by: By,
  ): Promise<Omit<Overview, 'policies'> & { policies: { kind: Kind; subject: string; policy: unknown }[] }>

  /** An invitation that is open to the same address is closed, and this one counts. */
  invite(by: By, invite: { id: string; email: string; name: string; role: Role }): Promise<Said<'already_member'>>
  closeInvite(by: By, invite: string): Promise<Said<'not_found'>>
  accept(user: string, invite: { org: string; id: string }, session: string): Promise<'ok' | 'not_found'>
  changeRole(by: By, change: { user: string; role: Role }): Promise<Said<'not_found' | 'last_admin'>>
  remove(by: By, user: string): Promise<Said<'not_found' | 'last_admin'>>

  makeTeam(by: By, team: { id: string; name: string }): Promise<Said>
  renameTeam(by: By, team: { id: string; name: string }): Promise<Said<'not_found'>>
  closeTeam(by: By, team: string): Promise<Said<'not_found' | 'in_use'>>
  putOnTeam(by: By, put: { team: string; user: string; lead: boolean }): Promise<Said<'not_found'>>
  takeOffTeam(by: By, taken: { team: string; user: string }): Promise<Said<'not_found'>>

  /** `not_found`: it names a team or a person that is not here; `nobody_may_decide`: fewer than its quorum. */
  setPolicy(
    by: By,
    at: { kind: Kind; subject: string },
    policy: Policy,
  ): Promise<Said<'not_found' | 'nobody_may_decide'>>
  dropPolicy(by: By, at: { kind: Kind; subject: string }): Promise<Said<'not_found'>>

  makeClient(by: By, client: { id: string; name: string }): Promise<Said>
  makeKey(
    by: By,
    key: { client: string; hash: string; hint: string; scopes: readonly Scope[] },
  ): Promise<Said<'not_found'>>
  revokeKey(by: By, key: { client: string; hash: string }): Promise<Said<'not_found'>>

  setProfile(by: By, profile: { name: string; zone: string | null }): Promise<'ok'>
}

/** What this room needs of the world. */
export type OrganizationPorts = {
  store: OrganizationStore
  newId(): string
  /** A new API key and its hash. */
  newKey(): { key: string; hash: string }
  /** Makes eligibility follow what just changed. The worker does so too: this only makes it at once. */
  follow(org: string): Promise<void>
}
