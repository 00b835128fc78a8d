import pg from 'pg'
import { applyMigrations } from '@/lib/server/start'
import { ensureLogin } from '@/lib/store/migrate'

/**
 * Makes the serving login that DATABASE_URL names, with its password, where it is not there yet and an owner is given.
 * Where the owner may not make logins, throws with the SQL that an administrator runs.
 */
export async function makeLogin(
  { url, ownerUrl }: { url: string; ownerUrl: string | null },
  say: (sentence: string) => void,
): Promise<void> {
  if (ownerUrl === null || (await mayConnect(url))) return
  const { username, password } = new URL(url)
  if (username === '' || password === '') throw new Error('DATABASE_URL must name the login to make, and its password')
  await applyMigrations(ownerUrl, say)
  const made = await ensureLogin({
    ownerUrl,
    login: decodeURIComponent(username),
    password: decodeURIComponent(password),
  })
  if (made.ok) return say(`Made the login ${decodeURIComponent(username)}.`)
  const { error } = made
  throw new Error(`the owner may not make logins. An administrator of the database runs this once:\n\n${error.sql}\n`)
}

async function mayConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28000 no such role, 28P01 wrong password or no such role: PostgreSQL does not say which
    if (error instanceof Error && 'code' in error && (error.code === '28P01' || error.code === '28000')) return false
    throw error
  } finally {
    await client.end()
  }
}
