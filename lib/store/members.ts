import type { OrganizationStore } from '@/lib/organization'
import type { Role } from '@/lib/policy'
import { changesMemberships, changing, marked, told } from './changing'
import type { Database } from './database'
import { type Raw, refusable } from './within'

/** An invitation is open this long. */
const INVITE_DAYS = 14

type Members = Pick<OrganizationStore, 'invite' | 'closeInvite' | 'accept' | 'changeRole' | 'remove'>

/** How people come, change and go. */
export function members({ prisma }: Database): Members {
  return {
    invite: (by, { id, email, name, role }) =>
      changing(prisma, by, async (tx) => {
        const known = await tx.$queryRaw<unknown[]>`SELECT 1 AS one FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.organization = ${by.org}::text AND u.email = ${email}::text`
        if (known.length > 0) return 'already_member'
        await tx.$executeRaw`UPDATE invites SET closed_at = app_now()
          WHERE organization = ${by.org}::text AND email = ${email}::text AND closed_at IS NULL`
        await tx.$executeRaw`INSERT INTO invites (organization, id, email, name, role, invited_by, created_at, expires_at)
          VALUES (${by.org}::text, ${id}::uuid, ${email}::text, ${name}::text, ${role}::text, ${by.id}::text, app_now(),
            app_now() + make_interval(days => ${INVITE_DAYS}))`
        await tx.$executeRaw`INSERT INTO outbox (organization, request, topic, dedupe, payload)
          VALUES (${by.org}::text, ${id}::uuid, 'invite', 'invite:' || ${id}::text, '{}')`
        await told(tx, by, 'invited', { email, name, role })
        return 'ok'
      }),

    closeInvite: (by, invite) =>
      changing(prisma, by, async (tx) => {
        const [closed] = await tx.$queryRaw<{ email: string }[]>`UPDATE invites SET closed_at = app_now()
          WHERE organization = ${by.org}::text AND id = ${invite}::uuid AND closed_at IS NULL RETURNING email`
        if (closed === undefined) return 'not_found'
        await told(tx, by, 'invite_closed', closed)
        return 'ok'
      }),

    accept: (user, { org, id }, session) =>
      refusable<'ok' | 'not_found'>(prisma, org, async (tx) => {
        // whoever has no invitation locks nothing here; whoever has one is not forgotten meanwhile by another organization
        const open = await tx.$queryRaw<unknown[]>`SELECT 1 AS one FROM invites i JOIN users u ON u.email = i.email
          WHERE u.id = ${user}::text AND u.email_verified IS NOT NULL
            AND i.organization = ${org}::text AND i.id = ${id}::uuid AND i.closed_at IS NULL AND i.expires_at > app_now()`
        if (open.length === 0) return 'not_found'
        await changesMemberships(tx, org)
        await holdUser(tx, user)
        // only to the address that this person proved, and once
        const [invite] = await tx.$queryRaw<{ role: Role; email: string }[]>`UPDATE invites i
          SET closed_at = app_now(), accepted_by = ${user}::text
          FROM users u WHERE u.id = ${user}::text AND u.email = i.email AND u.email_verified IS NOT NULL
            AND i.organization = ${org}::text AND i.id = ${id}::uuid AND i.closed_at IS NULL AND i.expires_at > app_now()
          RETURNING i.role, i.email`
        if (invite === undefined) return 'not_found'
        await tx.$executeRaw`INSERT INTO members (organization, user_id, role) VALUES (${org}::text, ${user}::text, ${invite.role}::text)
          ON CONFLICT (organization, user_id) DO NOTHING`
        await tx.$executeRaw`UPDATE sessions SET organization = ${org}::text
          WHERE token_hash = ${session}::text AND user_id = ${user}::text`
        await marked(tx, org, { person: user, roles: [invite.role] })
        await told(tx, { org, id: user }, 'joined', invite)
        return 'ok'
      }),

    changeRole: (by, { user, role }) =>
      changing(
        prisma,
        by,
        async (tx) => {
          const before = await roleOf(tx, by.org, user)
          if (before === null) return 'not_found'
          if (before === role) return 'ok'
          if (before === 'admin' && (await isLastAdmin(tx, by.org))) return 'last_admin'
          await tx.$executeRaw`UPDATE members SET role = ${role}::text
            WHERE organization = ${by.org}::text AND user_id = ${user}::text`
          await marked(tx, by.org, { person: user, roles: [before, role] })
          await told(tx, by, 'role_changed', { user, before, role })
          return 'ok'
        },
        { memberships: true },
      ),

    remove: (by, user) =>
      changing(
        prisma,
        by,
        async (tx) => {
          await holdUser(tx, user)
          const role = await roleOf(tx, by.org, user)
          if (role === null) return 'not_found'
          if (role === 'admin' && (await isLastAdmin(tx, by.org))) return 'last_admin'
          await tx.$executeRaw`DELETE FROM team_members WHERE organization = ${by.org}::text AND user_id = ${user}::text`
          await tx.$executeRaw`DELETE FROM members WHERE organization = ${by.org}::text AND user_id = ${user}::text`
          await tx.$executeRaw`UPDATE sessions SET organization = NULL
            WHERE user_id = ${user}::text AND organization = ${by.org}::text`
          await marked(tx, by.org, { person: user, roles: [role] })
          await told(tx, by, 'removed', { user, role })
          await forgetWhoIsNowhere(tx, user)
          return 'ok'
        },
        { memberships: true },
      ),
  }
}

/** What becomes of one person in several organizations at once goes one after the other. */
async function holdUser(tx: Raw, user: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${user}::text FOR UPDATE`
}

async function roleOf(tx: Raw, org: string, user: string): Promise<Role | null> {
  const [row] = await tx.$queryRaw<{ role: Role }[]>`
    SELECT role FROM members WHERE organization = ${org}::text AND user_id = ${user}::text`
  return row?.role ?? null
}

async function isLastAdmin(tx: Raw, org: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ admins: number }[]>`
    SELECT count(*)::int AS admins FROM members WHERE organization = ${org}::text AND role = 'admin'`
  return (row?.admins ?? 0) < 2
}

/**
 * Whoever is a member of nothing any more gives their address back: the next person who gets that mailbox is another
 * person (pitfall A-58). Their id and name stay, as history is told with them; sessions and outside accounts end.
 */
async function forgetWhoIsNowhere(tx: Raw, user: string): Promise<void> {
  await tx.$queryRaw`SELECT set_config('app.user_id', ${user}::text, true)`
  const left = await tx.$queryRaw<unknown[]>`SELECT 1 AS one FROM members WHERE user_id = ${user}::text LIMIT 1`
  if (left.length > 0) return
  await tx.$executeRaw`UPDATE users SET email = id || '@removed.invalid', email_verified = NULL WHERE id = ${user}::text`
  await tx.$executeRaw`DELETE FROM sessions WHERE user_id = ${user}::text`
  await tx.$executeRaw`DELETE FROM accounts WHERE user_id = ${user}::text`
}
