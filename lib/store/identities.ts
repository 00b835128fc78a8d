import type { Client, Role, Scope } from '@/lib/policy'
import { invariant } from '@/lib/result'
import { Prisma } from '@/prisma/generated/client'
import type { Database } from './database'
import { acrossOrganizations, asAddress, asUser, within } from './within'

type Account = { issuer: string; subject: string }
type User = { id: string; name: string; email: string; emailVerified: Date | null }

/** So many links go to an address in so many minutes, whichever server sends them. */
const LINKS_PER_WINDOW = 5
const LINK_WINDOW_MIN = 10

/**
 * Users, sessions, sign-in links and keys, for `lib/identity` (whose port `IdentityStore` this is; the composition holds
 * the two together). Sessions, links and keys are kept as hashes only.
 */
export function identities({ prisma }: Database) {
  const outside = acrossOrganizations(prisma, 'who it is comes before where they are')
  const openInvites = (email: string) =>
    asAddress(prisma, email).rows<{
      org: string
      orgName: string
      id: string
      role: Role
      invitedBy: string
      name: string
    }>`
      SELECT i.organization AS org, o.name AS "orgName", i.id::text AS id, i.role, coalesce(b.name, i.invited_by) AS "invitedBy", i.name
      FROM invites i JOIN organizations o ON o.id = i.organization LEFT JOIN users b ON b.id = i.invited_by
      WHERE i.email = lower(${email}::text) AND i.closed_at IS NULL AND i.expires_at > app_now() ORDER BY i.created_at, i.id`
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
        leads: boolean
        zone: string
        ownZone: string | null
        expires: Date
      }
      const [row] = await asUser(
        prisma,
        Prisma.sql`SELECT user_id FROM sessions WHERE token_hash = ${hash}::text AND expires_at > app_now()`,
      ).rows<Row>`
        SELECT u.id, u.name, u.email, u.email_verified AS "emailVerified", m.organization AS org, o.name AS "orgName", m.role,
          EXISTS (SELECT FROM team_members t WHERE t.organization = m.organization AND t.user_id = u.id AND t.lead) AS leads,
          coalesce(u.time_zone, o.time_zone) AS zone, u.time_zone AS "ownZone", s.expires_at AS expires
        FROM sessions s JOIN users u ON u.id = s.user_id JOIN members m ON m.user_id = u.id JOIN organizations o ON o.id = m.organization
        WHERE s.token_hash = ${hash}::text AND s.expires_at > app_now()
        ORDER BY m.organization IS NOT DISTINCT FROM s.organization DESC, m.created_at, m.organization LIMIT 1`
      if (row === undefined) return null
      const { id, name, email, emailVerified, org, orgName, role, leads, zone, ownZone, expires } = row
      return {
        user: { id, name, email, emailVerified },
        membership: { org, orgName, role, leads },
        zone,
        ownZone,
        expires,
      }
    },

    async visitorByHash(hash: string) {
      const [user] = await outside.$queryRaw<User[]>`
        SELECT u.id, u.name, u.email, u.email_verified AS "emailVerified" FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.token_hash = ${hash}::text AND s.expires_at > app_now()`
      if (user === undefined) return null
      const memberships = await asUser(prisma, Prisma.sql`${user.id}::text`).rows<{ org: string; orgName: string }>`
        SELECT m.organization AS org, o.name AS "orgName" FROM members m JOIN organizations o ON o.id = m.organization
        WHERE m.user_id = ${user.id}::text ORDER BY o.name, o.id`
      return { user, memberships, invites: user.emailVerified === null ? [] : await openInvites(user.email) }
    },

    async switchOrganization(hash: string, org: string): Promise<boolean> {
      const owner = Prisma.sql`SELECT user_id FROM sessions WHERE token_hash = ${hash}::text AND expires_at > app_now()`
      const member = await asUser(prisma, owner).rows<unknown>`
        SELECT 1 AS one FROM sessions s JOIN members m ON m.user_id = s.user_id
        WHERE s.token_hash = ${hash}::text AND m.organization = ${org}::text`
      if (member.length === 0) return false
      // whoever stops being a member meanwhile gains nothing: where they work is looked up anew with every request
      await outside.$executeRaw`UPDATE sessions SET organization = ${org}::text WHERE token_hash = ${hash}::text`
      return true
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
      return rows.length > 0 || (await openInvites(email)).length > 0
    },

    async createInvited({ id, email, name }: { id: string; email: string; name: string }): Promise<User> {
      const [invite] = await openInvites(email)
      invariant(invite !== undefined, 'only who is invited becomes a user')
      const [row] = await outside.$queryRaw<User[]>`INSERT INTO users (id, email, name, email_verified)
        VALUES (${id}::text, lower(${email}::text), ${invite.name || name}::text, app_now())
        ON CONFLICT (email) DO UPDATE SET email_verified = app_now()
        RETURNING id, name, email, email_verified AS "emailVerified"`
      invariant(row !== undefined, 'an insert returns its row')
      return row
    },

    async userByAccount({ issuer, subject }: Account): Promise<User | null> {
      const [row] = await outside.$queryRaw<User[]>`
        SELECT u.id, u.name, u.email, u.email_verified AS "emailVerified" FROM accounts a JOIN users u ON u.id = a.user_id
        WHERE a.issuer = ${issuer}::text AND a.subject = ${subject}::text`
      return row ?? null
    },

    async linkAccount({ issuer, subject }: Account, user: string): Promise<void> {
      await outside.$executeRaw`INSERT INTO accounts (issuer, subject, user_id)
        VALUES (${issuer}::text, ${subject}::text, ${user}::text)`
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

    async mayMailLink(email: string): Promise<boolean> {
      const address = `sent:${email.toLowerCase()}`
      // one after the other for an address, so that of many at once each counts those before it
      const [, noted] = await outside.$transaction([
        outside.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${address}::text, 0))::text AS done`,
        outside.$executeRaw`INSERT INTO verification_tokens (identifier, token_hash, expires_at)
          SELECT ${address}::text, gen_random_uuid()::text, app_now() + make_interval(mins => ${LINK_WINDOW_MIN}::int)
          WHERE (SELECT count(*) FROM verification_tokens v WHERE v.identifier = ${address}::text AND v.expires_at > app_now())
            < ${LINKS_PER_WINDOW}::int`,
      ])
      return noted === 1
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
