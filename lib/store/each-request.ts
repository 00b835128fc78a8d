import { Prisma } from '@/prisma/generated/client'

/**
 * The request `q` of each row that came before, found by its whole key. As a plain join, a planner that does not know a
 * table's size yet may look for the organization alone and read all of it for every row (seen with ten thousand new
 * rows: a page took nine seconds).
 */
export const eachRequest = (
  row: 'e' | 'w' | 'c',
): Prisma.Sql => Prisma.sql`CROSS JOIN LATERAL (SELECT r.* FROM requests r
  WHERE r.organization = ${Prisma.raw(row)}.organization AND r.id = ${Prisma.raw(row)}.request OFFSET 0) q`

/** Whether somebody of a team may decide the request `q`. */
export const reachesTeam = (team: string): Prisma.Sql => Prisma.sql`EXISTS (SELECT FROM eligibility y
  JOIN team_members tm ON tm.organization = y.organization AND tm.team = ${team}::text AND tm.user_id = y.person
  WHERE y.organization = q.organization AND y.request = q.id AND y.may_decide)`

/** A text from an address, or from a mail server, may hold the one character that PostgreSQL does not take. */
export function kept(text: string): string {
  return text.replaceAll('\u0000', '\ufffd')
}
