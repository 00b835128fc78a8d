import type { Database } from './database'

const PATIENCE_MS = 2_000

/** Why the database is of no use just now; null when it answers within two seconds. */
export async function whyNoAnswer({ prisma }: Database): Promise<string | null> {
  const patience = new Promise<string>((resolve) =>
    setTimeout(resolve, PATIENCE_MS, `no answer within ${PATIENCE_MS} ms`).unref(),
  )
  const asked = prisma.$queryRaw`SELECT 1 AS one`.then(
    () => null,
    (error: unknown) => String(error),
  )
  return Promise.race([asked, patience])
}
