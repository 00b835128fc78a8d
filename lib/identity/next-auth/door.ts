import { cookies } from 'next/headers'
import { NextRequest } from 'next/server'
import NextAuth, { AuthError } from 'next-auth'
import { newSessionToken, secretHash, sessionCookie } from '@/lib/identity'
import { authConfig, type DoorSettings, SESSION_LIFE_S } from './auth-config'
import { isNoLink, isOurOwnClick, withWayBack } from './callback'

export type { DoorSettings } from './auth-config'

/** The ways in and out. Each runs inside a request of Next's. */
export type Door = {
  /** Mails a link if the address is a member's; the caller cannot tell, not even by the time it takes. */
  askForLink(email: string, target: string): Promise<void>
  /** Leads to the issuer, and from there back to `target`; with a session it links the account to its user. */
  toIssuer(target: string): Promise<never>
  /** Answers the confirmed link, or the issuer's answer: signs in, or says that it was used or too old. */
  callback(request: Request): Promise<Response>
  /** Begins a session without a link: for the demo's one click. */
  enterAs(user: string): Promise<void>
  /** Ends this session, here and in the store. */
  leave(): Promise<void>
}

const LEAST_MS = 400

/** Makes the door of this installation. */
export function signInDoor(settings: DoorSettings): Door {
  const { name, options } = sessionCookie(settings.url)
  // as next-auth itself will find it: else an account would be taken for a new person's
  const signedIn = async () => {
    const token = (await cookies()).get(name)?.value
    return token === undefined ? null : ((await settings.store().sessionByHash(secretHash(token)))?.user.id ?? null)
  }
  const { handlers, signIn, signOut } = NextAuth(authConfig(settings, signedIn))
  return {
    askForLink: async (email, target) => {
      const asked = signIn('email', { email, redirectTo: target, redirect: false }).catch((error: unknown) => {
        if (!(error instanceof AuthError)) throw error
      })
      await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, LEAST_MS))])
    },
    toIssuer: async (target) => {
      await signIn('oidc', { redirectTo: target })
      throw new Error('signing in by an issuer leads away')
    },
    callback: async (request) => {
      // an issuer's answer comes from elsewhere by its nature: state and PKCE say whose it is
      const isMail = new URL(request.url).pathname.endsWith('/callback/email')
      const bounced = isMail ? (isNoLink(request, settings.url) ?? isOurOwnClick(request, settings.url)) : null
      if (bounced !== null) return bounced
      return withWayBack(await handlers.GET(new NextRequest(request)), request, settings.url)
    },
    enterAs: async (user) => {
      const token = newSessionToken()
      const expires = new Date(Date.now() + SESSION_LIFE_S * 1_000)
      await settings.store().createSession({ hash: secretHash(token), user, expires })
      const jar = await cookies()
      jar.set(name, token, { ...options, expires })
    },
    leave: async () => {
      await signOut({ redirect: false })
    },
  }
}
