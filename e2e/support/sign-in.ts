import type { BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { newSessionToken, secretHash, sessionCookie } from '@/lib/identity'
import type { Person } from './people'
import { world } from './world'

/**
 * Signs a person in by giving the browser a session, as a mailed link would; the story of the link itself is told once,
 * in its own spec.
 */
export async function signIn(where: Page | BrowserContext, person: Person): Promise<void> {
  const context = 'context' in where ? where.context() : where
  const { url, ownerUrl } = world()
  const token = newSessionToken()
  const database = new pg.Client({ connectionString: ownerUrl })
  await database.connect()
  try {
    await database.query(
      "insert into sessions (token_hash, user_id, expires_at) values ($1, $2, app_now() + interval '1 day')",
      [secretHash(token), person.id],
    )
  } finally {
    await database.end()
  }
  const { name, options } = sessionCookie(url)
  await context.addCookies([
    { name, value: token, url, httpOnly: options.httpOnly, secure: options.secure, sameSite: 'Lax' },
  ])
}
