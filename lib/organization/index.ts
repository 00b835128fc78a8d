/**
 * Who belongs here, and who may change that?
 *
 * Guarantees: only an admin changes members, teams, policies and keys, by what the database says in the very transaction;
 * an organization always has an admin; nobody joins but by an invitation to an address that they have proven; every change
 * is in the organization's own history. Knows nothing of requests' lives, of sessions' secrets, or of screens.
 */
export { makeOrganization } from './make-organization'
export type {
  Changed,
  ClientEntry,
  InviteEntry,
  MemberEntry,
  NewKey,
  OpenInvite,
  Organization,
  OrganizationCode,
  OrganizationRefusal,
  Overview,
  PolicyEntry,
  TeamEntry,
} from './organization'
export type { OrganizationPorts, OrganizationStore } from './ports'
