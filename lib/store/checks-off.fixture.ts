import { PrismaPg } from '@prisma/adapter-pg'
import type { QueryResultRow } from 'pg'
import { PrismaClient } from '@/prisma/generated/client'
import type { Database } from './database'

/**
 * The hook that switches off every check of the organization which the use cases make themselves, for the test of what
 * row-level security is worth alone: in the SQL functions of one test database, and in the statements that a store
 * sends. Comparisons between columns stay: they join, they check nobody.
 */
export async function switchOffChecks(test: Owned): Promise<string[]> {
  const functions = await test.query<{ name: string; text: string }>(
    `select proname as name, pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and prosrc ~ 'organization = p_org'`,
  )
  for (const { text } of functions) await test.query(text.replace(/\b(\w+\.)?organization = p_org\b/g, 'true'))
  return functions.map(({ name }) => name)
}

/** A database whose statements ask for no organization. `switchedOff`: how many checks that were, so far. */
export function databaseWithoutChecks(url: string): { database: Database; switchedOff(): number } {
  let count = 0
  const uncheck = (sql: string) =>
    sql.replace(/\b(?:\w+\.)?organization = (\$\d+)::text/g, (_check, value: string) => {
      count++
      return `${value}::text IS NOT NULL`
    })
  const factory = new PrismaPg({ connectionString: url, max: 4, options: '-c timezone=UTC' })
  const connect = factory.connect.bind(factory)
  factory.connect = async () => rewriting(await connect(), uncheck)
  const prisma = new PrismaClient({ adapter: factory })
  return { database: { prisma, reader: prisma, close: () => prisma.$disconnect() }, switchedOff: () => count }
}

type Owned = { query<Row extends QueryResultRow>(sql: string): Promise<Row[]> }

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>

function rewriting(adapter: Adapter, rewrite: (sql: string) => string): Adapter {
  const [query, execute, start] = [adapter.queryRaw, adapter.executeRaw, adapter.startTransaction]
  adapter.queryRaw = (one) => query.call(adapter, { ...one, sql: rewrite(one.sql) })
  adapter.executeRaw = (one) => execute.call(adapter, { ...one, sql: rewrite(one.sql) })
  adapter.startTransaction = async (level) => {
    const transaction = await start.call(adapter, level)
    const [inner, innerExecute] = [transaction.queryRaw, transaction.executeRaw]
    transaction.queryRaw = (one) => inner.call(transaction, { ...one, sql: rewrite(one.sql) })
    transaction.executeRaw = (one) => innerExecute.call(transaction, { ...one, sql: rewrite(one.sql) })
    return transaction
  }
  return adapter
}
