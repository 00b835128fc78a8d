import { invariant } from '@/lib/result'
import { Prisma, type PrismaClient } from '@/prisma/generated/client'

/** What can run a statement: the client, or an open transaction. */
export type Raw = Pick<PrismaClient, '$queryRaw' | '$executeRaw'>

/** A tagged template, so that values are parameters and nothing else. */
type Rows = <Row>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>

/** One organization of the database. Row-level security hides every other one's rows (migration `walls`). */
export type Within = {
  /** Reads by one `SELECT`, in one round trip. */
  rows: Rows
  /** Calls a SQL function that sets the organization itself, as those on hot paths do. */
  call: Rows
}

/**
 * The scoped handle: statements inside one organization. The organization must come from a principal, never from a form
 * (but for accepting an invitation, which is looked for before anything is locked or written); where only the database knows it yet, it is a scalar subquery over what stands outside (`api_keys`).
 *
 * The setting lives as long as the statement's own transaction. It is made by a one-time filter above the read, which
 * PostgreSQL looks at before it starts whatever stands below; `OFFSET 0` keeps the read below, else both may be merged and
 * be looked at in any order (then nothing is seen: it fails closed). Set in a transaction of its own the same would be
 * four round trips.
 */
export function within(db: Raw, org: string | Prisma.Sql): Within {
  return {
    rows: (text, ...values) => filtered(db, 'app.org_id', org, Prisma.sql(text, ...values)),
    call: (text, ...values) => db.$queryRaw(Prisma.sql(text, ...values)),
  }
}

/** Reads a person's own memberships, in whatever organization: what signing in and sessions need before there is one. */
export function asUser(db: Raw, user: Prisma.Sql): Pick<Within, 'rows'> {
  return { rows: (text, ...values) => filtered(db, 'app.user_id', user, Prisma.sql(text, ...values)) }
}

/** Reads the invitations of an address, from whatever organization. The address must be proven, or only be asked for yes or no. */
export function asAddress(db: Raw, email: string): Pick<Within, 'rows'> {
  return { rows: (text, ...values) => filtered(db, 'app.email', email.toLowerCase(), Prisma.sql(text, ...values)) }
}

/** How long a change may take: it may wait for proposals that are being written, and mark what is pending. */
const LIMIT_MS = 30_000

/** Writes inside one organization by plain statements, in one transaction; for what is no hot path. */
export async function writeWithin<T>(db: PrismaClient, org: string, work: (tx: Raw) => Promise<T>): Promise<T> {
  return db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT set_config('app.org_id', ${org}::text, true)`
      return work(tx)
    },
    { timeout: LIMIT_MS },
  )
}

/** The same, where whatever is answered but `ok` leaves nothing behind. */
export async function refusable<Said extends string>(
  db: PrismaClient,
  org: string,
  work: (tx: Raw) => Promise<Said>,
): Promise<Said> {
  const refused: { said?: Said } = {}
  try {
    return await writeWithin(db, org, async (tx) => {
      const said = await work(tx)
      if (said === 'ok') return said
      refused.said = said
      throw new Error(`refused: ${said}`)
    })
  } catch (error) {
    if (refused.said !== undefined) return refused.said
    throw error
  }
}

/**
 * The database outside every organization: users, sessions, verification tokens, organizations, key hashes, outbox,
 * timers, changes. Tables behind the wall look empty from here. `reason`: why this cannot be asked inside one.
 */
export function acrossOrganizations<Db extends Raw>(db: Db, reason: string): Db {
  invariant(reason !== '', 'stepping out of an organization has a reason')
  return db
}

function filtered<Row>(db: Raw, setting: string, value: string | Prisma.Sql, read: Prisma.Sql): Promise<Row[]> {
  return db.$queryRaw<Row[]>`SELECT * FROM (SELECT * FROM (${read}) read OFFSET 0) inside
    WHERE (SELECT set_config(${Prisma.raw(`'${setting}'`)}, coalesce((${value})::text, ''), true)) IS NOT NULL`
}
