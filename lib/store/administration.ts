import type { PolicyText, Role, Scope } from '@/lib/policy'
import { changesMemberships, marked } from './changing'
import type { Database } from './database'
import { acrossOrganizations, within, writeWithin } from './within'

/** What setup, the demo and `npm run policy` write. Each call may be repeated and then changes what is there. */
export function administration({ prisma }: Database) {
  const outside = acrossOrganizations(prisma, 'organizations and users are made before anybody is in one')
  return {
    /** `timeZone` null: what it has, UTC for a new one. */
    async putOrganization(o: { id: string; name: string; timeZone: string | null; demo: boolean }): Promise<void> {
      await outside.$executeRaw`INSERT INTO organizations AS o (id, name, time_zone, demo)
        VALUES (${o.id}::text, ${o.name}::text, coalesce(${o.timeZone}::text, 'UTC'), ${o.demo}::boolean)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, time_zone = coalesce(${o.timeZone}::text, o.time_zone)`
    },
    /** Returns the user's id: that of whoever has the address already, else `id`. */
    async putMember(m: { org: string; id: string; email: string; name: string; role: Role }): Promise<string> {
      const [user] = await outside.$queryRaw<{ id: string }[]>`INSERT INTO users (id, email, name)
        VALUES (${m.id}::text, lower(${m.email}::text), ${m.name}::text)
        ON CONFLICT (email) DO UPDATE SET name = excluded.name RETURNING id`
      const id = user?.id ?? m.id
      await writeWithin(prisma, m.org, async (tx) => {
        await changesMemberships(tx, m.org)
        await tx.$executeRaw`INSERT INTO members (organization, user_id, role) VALUES (${m.org}::text, ${id}::text, ${m.role}::text)
          ON CONFLICT (organization, user_id) DO UPDATE SET role = excluded.role`
        await marked(tx, m.org, { person: id, roles: ['member', 'lead', 'admin'] })
      })
      return id
    },
    async putClient(c: { org: string; id: string; name: string }): Promise<void> {
      await writeWithin(
        prisma,
        c.org,
        (
          tx,
        ) => tx.$executeRaw`INSERT INTO clients (organization, id, name) VALUES (${c.org}::text, ${c.id}::text, ${c.name}::text)
        ON CONFLICT (organization, id) DO UPDATE SET name = excluded.name`,
      )
    },
    /** `hash` is the SHA-256 of the key, hex; the key itself is kept nowhere. */
    async putKey(k: { org: string; client: string; hash: string; scopes: readonly Scope[] }): Promise<void> {
      await outside.$executeRaw`INSERT INTO api_keys (hash, organization, client, scopes)
        VALUES (${k.hash}::text, ${k.org}::text, ${k.client}::text, ${[...k.scopes]}::text[]) ON CONFLICT (hash) DO NOTHING`
    },
    /** `policy` must have come through `parsePolicy`. */
    async putPolicy(p: { org: string; kind: string; subject: string; policy: PolicyText }): Promise<void> {
      await writeWithin(
        prisma,
        p.org,
        (tx) => tx.$executeRaw`INSERT INTO policies (organization, kind, subject, policy)
        VALUES (${p.org}::text, ${p.kind}::text, ${p.subject}::text, ${JSON.stringify(p.policy)}::jsonb)
        ON CONFLICT (organization, kind, subject) DO UPDATE SET policy = excluded.policy, updated_at = app_now()`,
      )
    },
    clients: (org: string) =>
      within(prisma, org).rows<{ id: string; name: string }>`
        SELECT id, name FROM clients WHERE organization = ${org}::text ORDER BY id`,
    async dropPolicy(p: { org: string; kind: string; subject: string }): Promise<boolean> {
      const dropped = await writeWithin(
        prisma,
        p.org,
        (tx) => tx.$executeRaw`DELETE FROM policies
        WHERE organization = ${p.org}::text AND kind = ${p.kind}::text AND subject = ${p.subject}::text`,
      )
      return dropped > 0
    },
    teams: (org: string) =>
      within(prisma, org).rows<{ id: string; name: string }>`
        SELECT id, name FROM teams WHERE organization = ${org}::text ORDER BY name, id`,
    policies: (org: string) =>
      within(prisma, org).rows<{ kind: string; subject: string; policy: unknown }>`
        SELECT kind, subject, policy FROM policies WHERE organization = ${org}::text ORDER BY kind, subject`,
    organizations: () =>
      outside.$queryRaw<
        { id: string; name: string; demo: boolean }[]
      >`SELECT id, name, demo FROM organizations ORDER BY created_at, id`,
    members: (org: string) =>
      within(prisma, org).rows<{ id: string; name: string; email: string; role: Role }>`
        SELECT u.id, u.name, u.email, m.role FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.organization = ${org}::text ORDER BY m.created_at, u.name`,
  }
}
