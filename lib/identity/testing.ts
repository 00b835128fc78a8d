import type { Client } from '@/lib/policy'
import type { IdentityStore, StoredSession, StoredUser, StoredVerification } from './index'

/** A store in memory, for tests of this room and of the front. */
export type StoreInMemory = IdentityStore & {
  users: Map<string, StoredUser>
  sessions: Map<string, { user: string; expires: Date }>
  verifications: Map<string, StoredVerification>
  keys: Map<string, Client>
  /** Users by issuer and subject. */
  accounts: Map<string, string>
  /** Addresses that somebody invited. */
  invited: Set<string>
}

/** Northgate with two members; `gone` is a user without a membership. */
export function aStore(): StoreInMemory {
  const users = new Map(
    [
      { id: 'ines', name: 'Ines Okafor', email: 'ines@northgate.example', emailVerified: null },
      { id: 'dana', name: 'Dana Whitlock', email: 'dana@northgate.example', emailVerified: null },
      { id: 'gone', name: 'Gone', email: 'gone@northgate.example', emailVerified: null },
    ].map((user): [string, StoredUser] => [user.id, user]),
  )
  const sessions: StoreInMemory['sessions'] = new Map()
  const verifications: StoreInMemory['verifications'] = new Map()
  const keys: StoreInMemory['keys'] = new Map()
  const accounts: StoreInMemory['accounts'] = new Map()
  const invited: StoreInMemory['invited'] = new Set()
  const mailed: string[] = []
  const byEmail = (email: string) => [...users.values()].find((user) => user.email === email) ?? null

  return {
    users,
    sessions,
    verifications,
    keys,
    accounts,
    invited,
    sessionByHash: async (hash): Promise<StoredSession | null> => {
      const session = sessions.get(hash)
      const user = users.get(session?.user ?? '')
      if (session === undefined || user === undefined || user.id === 'gone' || session.expires <= new Date())
        return null
      const membership = { org: 'northgate', orgName: 'Northgate Hotels', role: 'member' as const, leads: false }
      return { user, membership, zone: 'Europe/London', ownZone: null, expires: session.expires }
    },
    visitorByHash: async (hash) => {
      const user = users.get(sessions.get(hash)?.user ?? '')
      return user === undefined
        ? null
        : { user, memberships: [{ org: 'northgate', orgName: 'Northgate Hotels' }], invites: [] }
    },
    switchOrganization: async (_hash, org) => org === 'northgate',
    keyByHash: async (hash) => keys.get(hash) ?? null,
    userByEmail: async (email) => byEmail(email),
    userById: async (id) => users.get(id) ?? null,
    mayEnter: async (email) => invited.has(email) || (byEmail(email)?.id ?? 'gone') !== 'gone',
    createInvited: async ({ id, email, name }) => {
      if (!invited.has(email)) throw new Error('not invited')
      const user = { id, email, name, emailVerified: new Date() }
      users.set(id, user)
      return user
    },
    userByAccount: async ({ issuer, subject }) => users.get(accounts.get(`${issuer} ${subject}`) ?? '') ?? null,
    linkAccount: async ({ issuer, subject }, user) => void accounts.set(`${issuer} ${subject}`, user),
    emailProven: async (id) => {
      const user = users.get(id)
      if (user === undefined) throw new Error('no such user')
      users.set(id, { ...user, emailVerified: user.emailVerified ?? new Date() })
      return user
    },
    createSession: async ({ hash, user, expires }) => void sessions.set(hash, { user, expires }),
    deleteSession: async (hash) => void sessions.delete(hash),
    mayMailLink: async (email) => mailed.filter((one) => one === email).length < 5 && mailed.push(email) > 0,
    createVerification: async (verification) => void verifications.set(verification.tokenHash, verification),
    useVerification: async ({ identifier, tokenHash }) => {
      const found = verifications.get(tokenHash)
      if (found === undefined || found.identifier !== identifier) return null
      verifications.delete(tokenHash)
      return found
    },
  }
}
