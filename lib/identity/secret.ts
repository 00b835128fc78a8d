import { createHash, randomBytes } from 'node:crypto'

/** The SHA-256 of a session token or an API key, hex: all that is stored of either. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** A new API key (`csk_` and 24 random bytes, hex), and its hash. The key is shown once and never stored. */
export function newKey(): { key: string; hash: string } {
  const key = `csk_${randomBytes(24).toString('hex')}`
  return { key, hash: secretHash(key) }
}

/** A new session token: 32 random bytes, hex. */
export function newSessionToken(): string {
  return randomBytes(32).toString('hex')
}
