import type { Database } from './database'
import { acrossOrganizations } from './within'

const PATIENCE_MS = 2_000

/** Why the database is of no use just now; null when it answers within two seconds. */
export async function whyNoAnswer({ prisma }: Database): Promise<string | null> {
  const patience = new Promise<string>((resolve) =>
    setTimeout(resolve, PATIENCE_MS, `no answer within ${PATIENCE_MS} ms`).unref(),
  )
  const outside = acrossOrganizations(prisma, 'whether the database answers is no question of an organization')
  const asked = outside.$queryRaw`SELECT 1 AS one`.then(
    () => null,
    (error: unknown) => String(error),
  )
  return Promise.race([asked, patience])
}
