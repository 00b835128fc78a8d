import { randomUUID } from 'node:crypto'
import type { Adapter, AdapterUser } from 'next-auth/adapters'
import type { IdentityStore, StoredUser } from '@/lib/identity'
import { secretHash } from '@/lib/identity'
import { invariant } from '@/lib/result'

/**
 * What next-auth asks of a store, answered by ours. Session tokens pass through here in clear and are stored by their
 * hash; the tokens of mailed links arrive hashed already. `store` is asked for on every call: this module may be loaded
 * before there is one.
 */
export function adapterOver(store: () => IdentityStore, issuer: string | null = null): Adapter {
  const accountOf = (subject: string) => {
    invariant(issuer !== null, 'an outside account has an issuer')
    return { issuer, subject }
  }
  return {
    // Only somebody who is invited, and has just proven the address; a member they become on a page, by a button.
    createUser: async ({ id, email, name }) =>
      asUser(await store().createInvited({ id: id || randomUUID(), email, name: name ?? email })),
    getUser: async (id) => userOrNull(await store().userById(id)),
    getUserByEmail: async (email) => userOrNull(await store().userByEmail(email)),
    getUserByAccount: async ({ providerAccountId }) =>
      userOrNull(await store().userByAccount(accountOf(providerAccountId))),
    linkAccount: async ({ providerAccountId, userId }) => {
      await store().linkAccount(accountOf(providerAccountId), userId)
    },
    updateUser: async ({ id }) => asUser(await store().emailProven(id)),

    createSession: async ({ sessionToken, userId, expires }) => {
      await store().createSession({ hash: secretHash(sessionToken), user: userId, expires })
      return { sessionToken, userId, expires }
    },
    getSessionAndUser: async (sessionToken) => {
      const found = await store().sessionByHash(secretHash(sessionToken))
      if (found === null) return null
      return { session: { sessionToken, userId: found.user.id, expires: found.expires }, user: asUser(found.user) }
    },
    // A session has one end, set when it begins.
    updateSession: async () => null,
    deleteSession: async (sessionToken) => {
      await store().deleteSession(secretHash(sessionToken))
      return null
    },

    createVerificationToken: async (link) => {
      await store().createVerification({ identifier: link.identifier, tokenHash: link.token, expires: link.expires })
      return link
    },
    useVerificationToken: async ({ identifier, token }) => {
      const found = await store().useVerification({ identifier, tokenHash: token })
      return found === null ? null : { identifier: found.identifier, token: found.tokenHash, expires: found.expires }
    },
  }
}

function userOrNull(user: StoredUser | null): AdapterUser | null {
  return user === null ? null : asUser(user)
}

function asUser({ id, name, email, emailVerified }: StoredUser): AdapterUser {
  return { id, name, email, emailVerified }
}
