import { cookies } from 'next/headers'
import { NextRequest } from 'next/server'
import NextAuth, { AuthError } from 'next-auth'
import { newSessionToken, secretHash, sessionCookie } from '@/lib/identity'
import { authConfig, type DoorSettings, SESSION_LIFE_S } from './auth-config'
import { isOurOwnClick, withWayBack } from './callback'

export type { DoorSettings } from './auth-config'

/** The ways in and out. Each runs inside a request of Next's. */
export type Door = {
  /** Mails a link if the address is a member's; the caller cannot tell, not even by the time it takes. */
  askForLink(email: string, target: string): Promise<void>
  /** Answers the confirmed link: signs in, or says that it was used or too old. */
  callback(request: Request): Promise<Response>
  /** Begins a session without a link: for the demo's one click. */
  enterAs(user: string): Promise<void>
  /** Ends this session, here and in the store. */
  leave(): Promise<void>
}

const LEAST_MS = 400

/** Makes the door of this installation. */
export function signInDoor(settings: DoorSettings): Door {
  const { handlers, signIn, signOut } = NextAuth(authConfig(settings))
  const { name, options } = sessionCookie(settings.url)
  return {
    askForLink: async (email, target) => {
      const asked = signIn('email', { email, redirectTo: target, redirect: false }).catch((error: unknown) => {
        if (!(error instanceof AuthError)) throw error
      })
      await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, LEAST_MS))])
    },
    callback: async (request) => {
      const bounced = isOurOwnClick(request, settings.url)
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
