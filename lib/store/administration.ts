import type { PolicyText, Role, Scope } from '@/lib/policy'
import type { Database } from './database'

/** What setup, the demo and `npm run policy` write. Each call may be repeated and then changes what is there. */
export function administration({ prisma }: Database) {
  return {
    /** `timeZone` null: what it has, UTC for a new one. */
    async putOrganization(o: { id: string; name: string; timeZone: string | null; demo: boolean }): Promise<void> {
      await prisma.$executeRaw`INSERT INTO organizations AS o (id, name, time_zone, demo)
        VALUES (${o.id}::text, ${o.name}::text, coalesce(${o.timeZone}::text, 'UTC'), ${o.demo}::boolean)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, time_zone = coalesce(${o.timeZone}::text, o.time_zone)`
    },
    /** Returns the user's id: that of whoever has the address already, else `id`. */
    async putMember(m: { org: string; id: string; email: string; name: string; role: Role }): Promise<string> {
      const [user] = await prisma.$queryRaw<{ id: string }[]>`INSERT INTO users (id, email, name)
        VALUES (${m.id}::text, lower(${m.email}::text), ${m.name}::text)
        ON CONFLICT (email) DO UPDATE SET name = excluded.name RETURNING id`
      const id = user?.id ?? m.id
      await prisma.$executeRaw`INSERT INTO members (organization, user_id, role) VALUES (${m.org}::text, ${id}::text, ${m.role}::text)
        ON CONFLICT (organization, user_id) DO UPDATE SET role = excluded.role`
      return id
    },
    async putClient(c: { org: string; id: string; name: string }): Promise<void> {
      await prisma.$executeRaw`INSERT INTO clients (organization, id, name) VALUES (${c.org}::text, ${c.id}::text, ${c.name}::text)
        ON CONFLICT (organization, id) DO UPDATE SET name = excluded.name`
    },
    /** `hash` is the SHA-256 of the key, hex; the key itself is kept nowhere. */
    async putKey(k: { org: string; client: string; hash: string; scopes: readonly Scope[] }): Promise<void> {
      await prisma.$executeRaw`INSERT INTO api_keys (hash, organization, client, scopes)
        VALUES (${k.hash}::text, ${k.org}::text, ${k.client}::text, ${[...k.scopes]}::text[]) ON CONFLICT (hash) DO NOTHING`
    },
    /** `policy` must have come through `parsePolicy`. */
    async putPolicy(p: { org: string; kind: string; subject: string; policy: PolicyText }): Promise<void> {
      await prisma.$executeRaw`INSERT INTO policies (organization, kind, subject, policy)
        VALUES (${p.org}::text, ${p.kind}::text, ${p.subject}::text, ${JSON.stringify(p.policy)}::jsonb)
        ON CONFLICT (organization, kind, subject) DO UPDATE SET policy = excluded.policy, updated_at = app_now()`
    },
    async dropPolicy(p: { org: string; kind: string; subject: string }): Promise<boolean> {
      return (
        (await prisma.$executeRaw`DELETE FROM policies
        WHERE organization = ${p.org}::text AND kind = ${p.kind}::text AND subject = ${p.subject}::text`) > 0
      )
    },
    clients: (org: string) =>
      prisma.$queryRaw<{ id: string; name: string }[]>`
        SELECT id, name FROM clients WHERE organization = ${org}::text ORDER BY id`,
    policies: (org: string) =>
      prisma.$queryRaw<{ kind: string; subject: string; policy: unknown }[]>`
        SELECT kind, subject, policy FROM policies WHERE organization = ${org}::text ORDER BY kind, subject`,
    organizations: () =>
      prisma.$queryRaw<
        { id: string; name: string; demo: boolean }[]
      >`SELECT id, name, demo FROM organizations ORDER BY created_at, id`,
    members: (org: string) =>
      prisma.$queryRaw<{ id: string; name: string; email: string; role: Role }[]>`
        SELECT u.id, u.name, u.email, m.role FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.organization = ${org}::text ORDER BY m.created_at, u.name`,
  }
}
