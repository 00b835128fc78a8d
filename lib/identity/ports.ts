import type { Client, Role } from '@/lib/policy'

/** A user, in whatever organization. `email` is lower case. */
export type StoredUser = { id: string; name: string; email: string; emailVerified: Date | null }

/** A live session, with the membership it acts in. `zone` is the reader's IANA time zone, else the organization's. */
export type StoredSession = {
  user: StoredUser
  /** `leads`: is a lead of some team there. */
  membership: { org: string; orgName: string; role: Role; leads: boolean }
  zone: string
  /** The reader's own zone, where they said one. */
  ownZone: string | null
  expires: Date
}

/** A person as an outside issuer knows them: both together are the key, an address never is. */
export type Account = { issuer: string; subject: string }

/** An invitation that is open to an address. */
export type StoredInvite = { org: string; orgName: string; id: string; role: Role; invitedBy: string }

/** Who holds a live session, also where they are a member of nothing yet. Invitations only where the address is proven. */
export type StoredVisitor = {
  user: StoredUser
  memberships: { org: string; orgName: string }[]
  invites: StoredInvite[]
}

/** A sign-in link that was asked for. `tokenHash` is what next-auth hashed; the token itself is only in the mail. */
export type StoredVerification = { identifier: string; tokenHash: string; expires: Date }

/**
 * What `identity` needs of a store. Hashes are SHA-256, hex. Time is the database's clock.
 *
 * An invited person becomes a user when they first prove the address; a member only when they accept, on a page.
 */
export interface IdentityStore {
  /** One query; null when there is none, it is over, or its user is no longer a member of any organization. */
  sessionByHash(hash: string): Promise<StoredSession | null>
  /** Null when there is none or it is over. */
  visitorByHash(hash: string): Promise<StoredVisitor | null>
  /** Lets a session work in another organization of its user; false where they are no member of it. */
  switchOrganization(hash: string, org: string): Promise<boolean>
  /** One query; null when there is none or it was revoked. */
  keyByHash(hash: string): Promise<Client | null>

  userByEmail(email: string): Promise<StoredUser | null>
  userById(id: string): Promise<StoredUser | null>
  /** Whether this address belongs to a member of an organization, or to somebody who is invited to one. */
  mayEnter(email: string): Promise<boolean>
  /** The user of an invited address, who has proven it just now; throws where nobody invited it. */
  createInvited(user: { id: string; email: string; name: string }): Promise<StoredUser>
  userByAccount(account: Account): Promise<StoredUser | null>
  /** One account is one user's, for good. */
  linkAccount(account: Account, user: string): Promise<void>
  /** Says that the address was proven, now; the first time stands. */
  emailProven(user: string): Promise<StoredUser>

  createSession(session: { hash: string; user: string; expires: Date }): Promise<void>
  deleteSession(hash: string): Promise<void>

  /**
   * Whether one more link may go to an address, and notes that it does: five in ten minutes, so that nobody fills another's
   * mailbox through us, and no link is guessed at.
   */
  mayMailLink(email: string): Promise<boolean>
  createVerification(verification: StoredVerification): Promise<void>
  /** Takes it out and returns it, once: of two callers, one gets null. */
  useVerification(link: { identifier: string; tokenHash: string }): Promise<StoredVerification | null>
}
