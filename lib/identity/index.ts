/**
 * Who is this?
 *
 * Guarantees: a session or a key is found by its hash only, as nothing readable is kept; a key is never a person; what
 * was revoked is refused at once, as nothing is remembered between two questions.
 * Knows nothing of next-auth (that is `identity/next-auth`), of HTTP, or of where sessions and keys are kept.
 */
export { type Identity, identityFrom, type SignedIn, type Visitor } from './identity'
export type {
  Account,
  IdentityStore,
  StoredInvite,
  StoredSession,
  StoredUser,
  StoredVerification,
  StoredVisitor,
} from './ports'
export { newKey, newSessionToken, secretHash } from './secret'
export { type SessionCookie, sessionCookie } from './session-cookie'
