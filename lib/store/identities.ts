import type { Client, Role, Scope } from '@/lib/policy'
import { invariant } from '@/lib/result'
import { Prisma } from '@/prisma/generated/client'
import type { Database } from './database'
import { acrossOrganizations, asUser, within } from './within'

type User = { id: string; name: string; email: string; emailVerified: Date | null }

/**
 * Users, sessions, sign-in links and keys, for `lib/identity` (whose port `IdentityStore` this is; the composition holds
 * the two together). Sessions, links and keys are kept as hashes only.
 */
export function identities({ prisma }: Database) {
  const outside = acrossOrganizations(prisma, 'who it is comes before where they are')
  return {
    async sessionByHash(hash: string) {
      type Row = {
        id: string
        name: string
        email: string
        emailVerified: Date | null
        org: string
        orgName: string
        role: Role
        zone: string
        expires: Date
      }
      const [row] = await asUser(
        prisma,
        Prisma.sql`SELECT user_id FROM sessions WHERE token_hash = ${hash}::text AND expires_at > app_now()`,
      ).rows<Row>`
        SELECT u.id, u.name, u.email, u.email_verified AS "emailVerified", m.organization AS org, o.name AS "orgName", m.role,
          coalesce(u.time_zone, o.time_zone) AS zone, s.expires_at AS expires
        FROM sessions s JOIN users u ON u.id = s.user_id JOIN members m ON m.user_id = u.id JOIN organizations o ON o.id = m.organization
        WHERE s.token_hash = ${hash}::text AND s.expires_at > app_now()
        ORDER BY m.created_at, m.organization LIMIT 1`
      if (row === undefined) return null
      const { id, name, email, emailVerified, org, orgName, role, zone, expires } = row
      return { user: { id, name, email, emailVerified }, membership: { org, orgName, role }, zone, expires }
    },

    async keyByHash(hash: string): Promise<Client | null> {
      const [row] = await within(prisma, Prisma.sql`SELECT organization FROM api_keys WHERE hash = ${hash}::text`)
        .rows<{ id: string; org: string; name: string; scopes: Scope[] }>`
        SELECT c.id, k.organization AS org, c.name, k.scopes FROM api_keys k
        JOIN clients c ON c.organization = k.organization AND c.id = k.client
        WHERE k.hash = ${hash}::text AND k.revoked_at IS NULL`
      return row === undefined ? null : { kind: 'client', ...row }
    },

    async userByEmail(email: string): Promise<User | null> {
      const [row] = await outside.$queryRaw<User[]>`
        SELECT id, name, email, email_verified AS "emailVerified" FROM users WHERE email = lower(${email}::text)`
      return row ?? null
    },

    async userById(id: string): Promise<User | null> {
      const [row] = await outside.$queryRaw<User[]>`
        SELECT id, name, email, email_verified AS "emailVerified" FROM users WHERE id = ${id}::text`
      return row ?? null
    },

    async mayEnter(email: string): Promise<boolean> {
      const rows = await asUser(prisma, Prisma.sql`SELECT id FROM users WHERE email = lower(${email}::text)`)
        .rows<unknown>`
        SELECT 1 AS one FROM users u JOIN members m ON m.user_id = u.id WHERE u.email = lower(${email}::text) LIMIT 1`
      return rows.length > 0
    },

    async emailProven(user: string): Promise<User> {
      const [row] = await outside.$queryRaw<User[]>`
        UPDATE users SET email_verified = coalesce(email_verified, app_now()) WHERE id = ${user}::text
        RETURNING id, name, email, email_verified AS "emailVerified"`
      invariant(row !== undefined, 'only a user who is there proves an address')
      return row
    },

    async createSession({ hash, user, expires }: { hash: string; user: string; expires: Date }): Promise<void> {
      await outside.$executeRaw`
        INSERT INTO sessions (token_hash, user_id, expires_at) VALUES (${hash}::text, ${user}::text, ${expires}::timestamptz)`
    },

    async deleteSession(hash: string): Promise<void> {
      await outside.$executeRaw`DELETE FROM sessions WHERE token_hash = ${hash}::text`
    },

    async createVerification({
      identifier,
      tokenHash,
      expires,
    }: {
      identifier: string
      tokenHash: string
      expires: Date
    }): Promise<void> {
      await outside.$executeRaw`INSERT INTO verification_tokens (identifier, token_hash, expires_at)
        VALUES (${identifier}::text, ${tokenHash}::text, ${expires}::timestamptz)`
    },

    async useVerification({ identifier, tokenHash }: { identifier: string; tokenHash: string }) {
      const [row] = await outside.$queryRaw<{ identifier: string; tokenHash: string; expires: Date }[]>`
        DELETE FROM verification_tokens WHERE identifier = ${identifier}::text AND token_hash = ${tokenHash}::text
        RETURNING identifier, token_hash AS "tokenHash", expires_at AS expires`
      return row ?? null
    },
  }
}
