import type { OrganizationStore } from '@/lib/organization'
import { changing, marked, told } from './changing'
import type { Database } from './database'
import type { Raw } from './within'

type Teams = Pick<OrganizationStore, 'makeTeam' | 'renameTeam' | 'closeTeam' | 'putOnTeam' | 'takeOffTeam'>

/** Teams, who is on them, who leads them. */
export function teams({ prisma }: Database): Teams {
  const memberships = { memberships: true }
  return {
    makeTeam: (by, { id, name }) =>
      changing(prisma, by, async (tx) => {
        await tx.$executeRaw`INSERT INTO teams (organization, id, name) VALUES (${by.org}::text, ${id}::text, ${name}::text)`
        await told(tx, by, 'team_made', { team: id, name })
        return 'ok'
      }),

    renameTeam: (by, { id, name }) =>
      changing(prisma, by, async (tx) => {
        const done = await tx.$executeRaw`UPDATE teams SET name = ${name}::text
          WHERE organization = ${by.org}::text AND id = ${id}::text`
        if (done === 0) return 'not_found'
        await told(tx, by, 'team_renamed', { team: id, name })
        return 'ok'
      }),

    closeTeam: (by, team) =>
      changing(
        prisma,
        by,
        async (tx) => {
          const named = await tx.$queryRaw<unknown[]>`SELECT 1 AS one FROM policies
            WHERE organization = ${by.org}::text AND policy->'who'->>'team' = ${team}::text LIMIT 1`
          if (named.length > 0) return 'in_use'
          // whom it concerns is found by who is on it
          await marked(tx, by.org, { team })
          await tx.$executeRaw`DELETE FROM team_members WHERE organization = ${by.org}::text AND team = ${team}::text`
          const done =
            await tx.$executeRaw`DELETE FROM teams WHERE organization = ${by.org}::text AND id = ${team}::text`
          if (done === 0) return 'not_found'
          await told(tx, by, 'team_closed', { team })
          return 'ok'
        },
        memberships,
      ),

    putOnTeam: (by, { team, user, lead }) =>
      changing(
        prisma,
        by,
        async (tx) => {
          if (!(await areHere(tx, by.org, team, user))) return 'not_found'
          await tx.$executeRaw`INSERT INTO team_members (organization, team, user_id, lead)
            VALUES (${by.org}::text, ${team}::text, ${user}::text, ${lead}::boolean)
            ON CONFLICT (organization, team, user_id) DO UPDATE SET lead = excluded.lead`
          await marked(tx, by.org, { person: user, team })
          await told(tx, by, 'team_joined', { team, user, lead })
          return 'ok'
        },
        memberships,
      ),

    takeOffTeam: (by, { team, user }) =>
      changing(
        prisma,
        by,
        async (tx) => {
          const done = await tx.$executeRaw`DELETE FROM team_members
            WHERE organization = ${by.org}::text AND team = ${team}::text AND user_id = ${user}::text`
          if (done === 0) return 'not_found'
          await marked(tx, by.org, { person: user, team })
          await told(tx, by, 'team_left', { team, user })
          return 'ok'
        },
        memberships,
      ),
  }
}

async function areHere(tx: Raw, org: string, team: string, user: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM teams t JOIN members m ON m.organization = t.organization
    WHERE t.organization = ${org}::text AND t.id = ${team}::text AND m.user_id = ${user}::text`
  return found.length > 0
}
