import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const ITERATIONS = 4096

/**
 * Returns what PostgreSQL stores for a password under SCRAM-SHA-256 (RFC 5803), for `password '…'` in role statements:
 * a failing statement is written to the server's log, and must not take the password there. ASCII passwords only (no SASLprep).
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${key('Server Key').toString('base64')}`
}
