import { createHash, randomBytes } from 'node:crypto'
import { type Database, identities } from '@/lib/store'

/** A link life of ten minutes, as a mailed one has. */
const LIFE_MS = 600_000

/**
 * A sign-in link as it would be mailed, for a first admin where no mail is set up yet. Its token is stored as next-auth
 * stores it: SHA-256 of token and secret, hex.
 */
export async function signInLink(
  database: Database,
  link: { email: string; url: string; secret: string },
): Promise<string> {
  const token = randomBytes(32).toString('hex')
  const email = link.email.toLowerCase()
  await identities(database).createVerification({
    identifier: email,
    tokenHash: createHash('sha256').update(`${token}${link.secret}`).digest('hex'),
    expires: new Date(Date.now() + LIFE_MS),
  })
  const url = new URL('/signin/confirm', link.url)
  url.searchParams.set('email', email)
  url.searchParams.set('token', token)
  return url.href
}
