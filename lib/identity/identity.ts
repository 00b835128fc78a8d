import type { Client, Person } from '@/lib/policy'
import type { IdentityStore, StoredVisitor } from './ports'
import { rememberedClients } from './remembered-clients'
import { secretHash } from './secret'
import { sessionCookie } from './session-cookie'

/** A person who is signed in, with what their pages show about them. */
export type SignedIn = {
  person: Person
  email: string
  orgName: string
  /** Has a desk: by their role, or as the lead of a team. */
  hasDesk: boolean
  zone: string
  ownZone: string | null
  expires: Date
}

/** Who holds a session, whether or not they are a member of anything; `session` is its hash. */
export type Visitor = StoredVisitor & { session: string }

/** Answers who is behind a cookie or a key. Each answer is one query; headers are as they came. */
export type Identity = {
  /** The person whose session a `Cookie` header holds, if it holds one that is live. */
  personOf(cookies: string | undefined | null): Promise<Person | null>
  /** The same, with address, organization and zone. */
  signedIn(cookies: string | undefined | null): Promise<SignedIn | null>
  /** Who holds this session, also before they are a member anywhere. */
  visitor(cookies: string | undefined | null): Promise<Visitor | null>
  /** Works in another of their organizations from now on; false where they are no member of it. */
  switchTo(cookies: string | undefined | null, org: string): Promise<boolean>
  /** The client whose key an `Authorization: Bearer csk_…` header holds, if it is live. */
  clientOf(authorization: string | undefined | null): Promise<Client | null>
  /**
   * Whose key this was when it was last looked up, less than a minute ago, without asking: a client with an `unprovenKey`,
   * which the statement that acts must prove.
   */
  rememberedClientOf(authorization: string | undefined | null): Client | null
}

/** Makes the answers from a store. `url` is the configured address: the cookie's name follows it. */
export function identityFrom(
  store: Pick<IdentityStore, 'sessionByHash' | 'keyByHash' | 'visitorByHash' | 'switchOrganization'>,
  url: string,
): Identity {
  const remembered = rememberedClients()
  const { name } = sessionCookie(url)
  const sessionOf = (cookies: string | undefined | null): string | null => {
    const token = cookieValue(cookies ?? '', name)
    return token === null || !TOKEN.test(token) ? null : secretHash(token)
  }
  const signedIn = async (cookies: string | undefined | null): Promise<SignedIn | null> => {
    const hash = sessionOf(cookies)
    const session = hash === null ? null : await store.sessionByHash(hash)
    if (session === null) return null
    const { user, membership, zone, ownZone, expires } = session
    return {
      person: { kind: 'person', id: user.id, org: membership.org, name: user.name, role: membership.role },
      email: user.email,
      orgName: membership.orgName,
      hasDesk: membership.role !== 'member' || membership.leads,
      zone,
      ownZone,
      expires,
    }
  }
  return {
    signedIn,
    personOf: async (cookies) => (await signedIn(cookies))?.person ?? null,
    visitor: async (cookies) => {
      const session = sessionOf(cookies)
      const found = session === null ? null : await store.visitorByHash(session)
      return session === null || found === null ? null : { ...found, session }
    },
    switchTo: async (cookies, org) => {
      const session = sessionOf(cookies)
      return session !== null && (await store.switchOrganization(session, org))
    },
    clientOf: async (authorization) => {
      const key = BEARER.exec(authorization ?? '')?.[1]
      if (key === undefined) return null
      const hash = secretHash(key)
      const client = await store.keyByHash(hash)
      remembered.keep(hash, client)
      return client
    },
    rememberedClientOf: (authorization) => {
      const key = BEARER.exec(authorization ?? '')?.[1]
      return key === undefined ? null : remembered.find(secretHash(key))
    },
  }
}

const TOKEN = /^[0-9a-f]{64}$/
// RFC 9110 §11.1: the scheme is case-insensitive; RFC 6750 §2.1: one space, then the token.
const BEARER = /^bearer (csk_[0-9a-f]{48})$/i

/** RFC 6265 §5.4; the first of two cookies of one name counts, as browsers send the more specific one first. */
function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
