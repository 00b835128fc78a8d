import { Prisma } from '@/prisma/generated/client'

/**
 * How many approvals of the request `q` stand together, by the rule that decides (`standing_approvals`): the most under one
 * display digest and one answer.
 */
export const APPROVALS = Prisma.sql`coalesce((SELECT max(g.people)::int FROM (
  SELECT count(DISTINCT s.person) AS people FROM standing_approvals(q.organization, q.id) s GROUP BY s.display_digest, s.answer) g), 0)`
