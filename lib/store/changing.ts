import type { PrismaClient } from '@/prisma/generated/client'
import { type Raw, refusable } from './within'

/** Who changes an organization. */
export type By = { org: string; id: string }

/** The change feed's word for «who belongs here changed»: open pages and streams find out anew who they are. */
const MEMBERSHIPS = '00000000-0000-0000-0000-000000000000'

/**
 * Changes an organization in one transaction, if whoever asks is an admin by what the database says in it. Changes of one
 * organization exclude each other, so what is read here first still holds when it is written.
 *
 * Whoever is no admin locks nothing and holds nobody up, and a refusal is undone whole.
 *
 * `memberships`: who belongs here, or to what, may change; proposals that are being written are waited for.
 */
export function changing<Said extends string>(
  prisma: PrismaClient,
  by: By,
  work: (tx: Raw) => Promise<Said>,
  { memberships = false } = {},
): Promise<Said | 'not_admin'> {
  return refusable<Said | 'not_admin'>(prisma, by.org, async (tx) => {
    if (!(await isAdmin(tx, by))) return 'not_admin'
    if (memberships) await changesMemberships(tx, by.org)
    else await tx.$queryRaw`SELECT id FROM organizations WHERE id = ${by.org}::text FOR NO KEY UPDATE`
    return (await isAdmin(tx, by)) ? work(tx) : 'not_admin'
  })
}

async function isAdmin(tx: Raw, by: By): Promise<boolean> {
  const [asker] = await tx.$queryRaw<{ role: string }[]>`
    SELECT role FROM members WHERE organization = ${by.org}::text AND user_id = ${by.id}::text`
  return asker?.role === 'admin'
}

/** Before memberships change: no proposal is written meanwhile, and every server hears of it. */
export async function changesMemberships(tx: Raw, org: string): Promise<void> {
  await tx.$queryRaw`SELECT change_roll(${org}::text)::text AS done`
  await tx.$executeRaw`INSERT INTO changes (organization, request) VALUES (${org}::text, ${MEMBERSHIPS}::uuid)`
}

/** After memberships changed: marks the requests that the person, the team or the roles may concern. */
export async function marked(
  tx: Raw,
  org: string,
  about: { person?: string; team?: string; roles?: string[] },
): Promise<void> {
  await tx.$queryRaw`SELECT mark_stale(${org}::text, ${about.person ?? null}::text, ${about.team ?? null}::text,
    ${about.roles ?? []}::text[])::text AS done`
}

/** Writes what happened into the organization's own history. */
export async function told(tx: Raw, by: By, kind: string, data: Record<string, unknown>): Promise<void> {
  await tx.$queryRaw`SELECT append_organization_event(${by.org}::text, ${`organization.${kind}`}::text, 'person', ${by.id}::text,
    ${JSON.stringify(data)}::jsonb)::text AS done`
}
