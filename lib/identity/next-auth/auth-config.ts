import type { NextAuthConfig } from 'next-auth'
import type { IdentityStore } from '@/lib/identity'
import { newSessionToken, sessionCookie } from '@/lib/identity'
import { adapterOver } from './adapter'
import { mayEnterByAccount, NOT_LINKED, type OidcSettings, oidcProvider } from './oidc'
import { ourPath } from './our-path'

/** A mailed link works this long. */
const LINK_LIFE_S = 600

/** A session ends this long after it began, whatever happens in it. */
export const SESSION_LIFE_S = 7 * 24 * 3_600

/** What signing in needs. `sendLink` must return at once: how long mail takes would tell who is a member. */
export type DoorSettings = {
  store: () => IdentityStore
  sendLink: (mail: { to: string; link: string }) => void
  secret: string
  /** The configured address of this installation. */
  url: string
  /** A second way in, by any issuer of OpenID Connect; null: there is none. */
  oidc: OidcSettings | null
  log: (level: 'info' | 'error', event: string, error: unknown) => void
}

/**
 * The configuration of next-auth, as a plain object (a function breaks half of its own calls).
 *
 * Whether an address may enter is asked twice: before a link is mailed, and when it is followed, as the membership may
 * have ended in between. `signedIn`: whose session the running request holds; an outside account is linked only to that.
 */
export function authConfig(
  { store, sendLink, secret, url, oidc, log }: DoorSettings,
  signedIn: () => Promise<string | null> = async () => null,
): NextAuthConfig {
  return {
    adapter: adapterOver(store, oidc?.issuer ?? null),
    basePath: '/api/auth',
    secret,
    trustHost: true,
    useSecureCookies: new URL(url).protocol === 'https:',
    cookies: { sessionToken: sessionCookie(url) },
    session: { strategy: 'database', maxAge: SESSION_LIFE_S, generateSessionToken: newSessionToken },
    pages: { signIn: '/signin', verifyRequest: '/signin/sent', error: '/signin/error' },
    providers: [
      {
        id: 'email',
        name: 'E-mail',
        type: 'email',
        maxAge: LINK_LIFE_S,
        options: {},
        sendVerificationRequest: ({ identifier, url: callback }) => {
          sendLink({ to: identifier, link: confirmLink(callback, url) })
        },
      },
      ...(oidc === null ? [] : [oidcProvider(oidc)]),
    ],
    callbacks: {
      signIn: async ({ user, email, account, profile }) => {
        if (account?.type === 'oidc' && oidc !== null) {
          const known = { issuer: oidc.issuer, subject: account.providerAccountId }
          return mayEnterByAccount(store(), known, profile ?? {}, await signedIn())
        }
        const mayEnter = await store().mayEnter(user.email ?? '')
        if (email?.verificationRequest !== true) return mayEnter
        // whoever asks sees the same, whether a link goes out or not
        return mayEnter && (await store().mayMailLink(user.email ?? '')) ? true : '/signin/sent'
      },
      // pages of signing in are no place to return to, but for the one that says why it did not work
      redirect: ({ url: target }) => new URL(target === NOT_LINKED ? NOT_LINKED : ourPath(target, url), url).href,
    },
    logger: {
      // A link used twice, or late, is an everyday thing: scanners see to that.
      error: (error) => log(isEveryday(error) ? 'info' : 'error', 'sign_in_failed', error),
      warn: () => undefined,
      debug: () => undefined,
    },
  }
}

/** The mailed link leads to a page with a button, not to the callback: whatever fetches it must not use it up. */
function confirmLink(callback: string, url: string): string {
  const asked = new URL(callback).searchParams
  const confirm = new URL('/signin/confirm', url)
  for (const name of ['email', 'token']) confirm.searchParams.set(name, asked.get(name) ?? '')
  const path = ourPath(asked.get('callbackUrl'), url)
  if (path !== '/') confirm.searchParams.set('callbackUrl', path)
  return confirm.href
}

/** By `type`, which the build leaves as it is; names of classes are shortened. */
function isEveryday(error: Error): boolean {
  return 'type' in error && (error.type === 'Verification' || error.type === 'AccessDenied')
}
