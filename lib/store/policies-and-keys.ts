import type { OrganizationStore } from '@/lib/organization'
import { type Member, type Policy, standingOf } from '@/lib/policy'
import { changing, told } from './changing'
import type { Database } from './database'
import { acrossOrganizations, type Raw } from './within'

type Rest = Pick<OrganizationStore, 'setPolicy' | 'dropPolicy' | 'makeClient' | 'makeKey' | 'revokeKey' | 'setProfile'>

/** Policies, the clients that propose and their keys, and what people say of themselves. */
export function policiesAndKeys({ prisma }: Database): Rest {
  const outside = acrossOrganizations(prisma, 'a person is the same one in every organization')
  return {
    setPolicy: (by, { kind, subject }, policy) =>
      changing(prisma, by, async (tx) => {
        const fault = await faultOf(tx, by.org, kind, subject, policy)
        if (fault !== null) return fault
        await tx.$executeRaw`INSERT INTO policies (organization, kind, subject, policy)
          VALUES (${by.org}::text, ${kind}::text, ${subject}::text, ${JSON.stringify(policy)}::jsonb)
          ON CONFLICT (organization, kind, subject) DO UPDATE SET policy = excluded.policy, updated_at = app_now()`
        await told(tx, by, 'policy_set', { of: { kind, subject }, policy })
        return 'ok'
      }),

    dropPolicy: (by, { kind, subject }) =>
      changing(prisma, by, async (tx) => {
        const done = await tx.$executeRaw`DELETE FROM policies
          WHERE organization = ${by.org}::text AND kind = ${kind}::text AND subject = ${subject}::text`
        if (done === 0) return 'not_found'
        await told(tx, by, 'policy_dropped', { of: { kind, subject } })
        return 'ok'
      }),

    makeClient: (by, { id, name }) =>
      changing(prisma, by, async (tx) => {
        await tx.$executeRaw`INSERT INTO clients (organization, id, name) VALUES (${by.org}::text, ${id}::text, ${name}::text)`
        await told(tx, by, 'client_made', { client: id, name })
        return 'ok'
      }),

    makeKey: (by, { client, hash, hint, scopes }) =>
      changing(prisma, by, async (tx) => {
        if (!(await isClient(tx, by.org, client))) return 'not_found'
        await tx.$executeRaw`INSERT INTO api_keys (hash, organization, client, scopes, hint)
          VALUES (${hash}::text, ${by.org}::text, ${client}::text, ${[...scopes]}::text[], ${hint}::text)`
        await told(tx, by, 'key_made', { client, hint, scopes })
        return 'ok'
      }),

    revokeKey: (by, { client, hash }) =>
      changing(prisma, by, async (tx) => {
        const [key] = await tx.$queryRaw<{ hint: string }[]>`UPDATE api_keys SET revoked_at = app_now()
          WHERE organization = ${by.org}::text AND client = ${client}::text AND hash = ${hash}::text AND revoked_at IS NULL
          RETURNING hint`
        if (key === undefined) return 'not_found'
        await told(tx, by, 'key_revoked', { client, ...key })
        return 'ok'
      }),

    async setProfile(by, { name, zone }) {
      await outside.$executeRaw`UPDATE users SET name = ${name}::text, time_zone = ${zone}::text WHERE id = ${by.id}::text`
      return 'ok'
    },
  }
}

async function isClient(tx: Raw, org: string, client: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM clients WHERE organization = ${org}::text AND id = ${client}::text`
  return found.length > 0
}

/** Whom the policy names must be here, and enough of them: else it would be found out by whoever proposes first. */
async function faultOf(
  tx: Raw,
  org: string,
  kind: string,
  subject: string,
  policy: Policy,
): Promise<'not_found' | 'nobody_may_decide' | null> {
  if (kind !== 'write' && !(await isClient(tx, org, subject))) return 'not_found'
  if (policy.who.kind === 'proposed_for') return null
  const people = await tx.$queryRaw<Member[]>`
    SELECT p.id, p.role, p.teams FROM people_near(${org}::text, ${JSON.stringify(policy.who)}::jsonb, NULL) p`
  const may = people.filter((member) => standingOf(policy, { proposedFor: null }, member).mayDecide)
  if (policy.who.kind === 'people' && may.length < policy.who.people.length) return 'not_found'
  return may.length < policy.quorum ? 'nobody_may_decide' : null
}
