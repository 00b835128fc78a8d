import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/prisma/generated/client'
import { OneStatementClient } from './one-statement-client'

/**
 * One database, opened twice: `prisma` reads and writes; `reader` can only read, which PostgreSQL itself enforces, and is
 * what tools get for `authorize` and `describe`.
 */
export type Database = { prisma: PrismaClient; reader: PrismaClient; close(): Promise<void> }

/** Statements run this long at most; a decision that waits for a row lock gives up sooner (milliseconds). */
const STATEMENT_TIMEOUT_MS = 14_000
const LOCK_TIMEOUT_MS = 10_000

/**
 * Opens the database under the serving role. Connections are made when first used. `max` bounds each of the two pools.
 *
 * Every connection is on UTC: the driver writes times without an offset (pitfall A-63). And without JIT, which an own
 * server may have on: functions that forbid sequential scans look dear to it, and each call would be compiled first,
 * under the lock of its row.
 */
export function openDatabase(url: string, { max = 10 }: { max?: number } = {}): Database {
  const settings = `-c timezone=UTC -c jit=off -c statement_timeout=${STATEMENT_TIMEOUT_MS} -c lock_timeout=${LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout=20000`
  const prisma = connect(url, max, settings)
  const reader = connect(url, max, `${settings} -c default_transaction_read_only=on`)
  return {
    prisma,
    reader,
    close: async () => void (await Promise.all([prisma.$disconnect(), reader.$disconnect()])),
  }
}

function connect(connectionString: string, max: number, options: string): PrismaClient {
  const adapter = new PrismaPg(
    { connectionString, max, options, Client: OneStatementClient },
    { statementNameGenerator: statementNames() },
  )
  return new PrismaClient({ adapter })
}

/** Names each statement once, so that it is planned once; past the bound (a tool that builds its text) unnamed. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= 500) return ''
    const name = `cs${names.size}`
    names.set(sql, name)
    return name
  }
}
