import type { Client, Role } from '@/lib/policy'

/** A user, in whatever organization. `email` is lower case. */
export type StoredUser = { id: string; name: string; email: string; emailVerified: Date | null }

/** A live session, with the membership it acts in. `zone` is the reader's IANA time zone, else the organization's. */
export type StoredSession = {
  user: StoredUser
  membership: { org: string; orgName: string; role: Role }
  zone: string
  expires: Date
}

/** A sign-in link that was asked for. `tokenHash` is what next-auth hashed; the token itself is only in the mail. */
export type StoredVerification = { identifier: string; tokenHash: string; expires: Date }

/**
 * What `identity` needs of a store. Hashes are SHA-256, hex. Time is the database's clock.
 *
 * An invited person is a user with a membership: both rows are made with the invitation, never by signing in.
 */
export interface IdentityStore {
  /** One query; null when there is none, it is over, or its user is no longer a member of any organization. */
  sessionByHash(hash: string): Promise<StoredSession | null>
  /** One query; null when there is none or it was revoked. */
  keyByHash(hash: string): Promise<Client | null>

  userByEmail(email: string): Promise<StoredUser | null>
  userById(id: string): Promise<StoredUser | null>
  /** Whether this address belongs to a member of an organization. */
  mayEnter(email: string): Promise<boolean>
  /** Says that the address was proven, now; the first time stands. */
  emailProven(user: string): Promise<StoredUser>

  createSession(session: { hash: string; user: string; expires: Date }): Promise<void>
  deleteSession(hash: string): Promise<void>

  createVerification(verification: StoredVerification): Promise<void>
  /** Takes it out and returns it, once: of two callers, one gets null. */
  useVerification(link: { identifier: string; tokenHash: string }): Promise<StoredVerification | null>
}
