import type { Change } from '@/lib/inbox'
import type { Database } from './database'
import { acrossOrganizations } from './within'

/** Where a reader of the change feed stands: the oldest transaction it may not have seen, as text. */
export type FeedPlace = string

/**
 * Reads what changed since a place. Sequences are not commit order, so rows are taken by transaction: all of those below
 * the oldest one still open are final, and none of them is skipped or given twice. Without a place: from now on.
 */
export async function changesSince(
  { prisma }: Database,
  place: FeedPlace | null,
): Promise<{ changes: Change[]; place: FeedPlace }> {
  const rows = await acrossOrganizations(prisma, 'one feed serves every reader of this server').$queryRaw<
    { place: string; org: string | null; request: string | null }[]
  >`
    WITH horizon AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin)
    SELECT h.xmin::text AS place, c.organization AS org, c.request::text AS request
    FROM horizon h LEFT JOIN changes c
      ON c.transaction >= coalesce(${place}::text::xid8, h.xmin) AND c.transaction < h.xmin
    ORDER BY c.n`
  const changes = rows.flatMap(({ org, request }) => (org === null || request === null ? [] : [{ org, request }]))
  return { changes, place: rows[0]?.place ?? place ?? '0' }
}
