import { Prisma } from '@/prisma/generated/client'

/**
 * How many approvals of the request `q` stand together, by the rule that decides: those under the display digest and the
 * answer of the newest (`signatures`).
 */
export const APPROVALS = Prisma.sql`(SELECT count(*)::int FROM signatures(q.organization, q.id))`
