import type { Sql, SqlValue } from '@/lib/tools'

/** What can run a statement: a client, or an open transaction. */
export type Runner = { $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T> }

const FIRST_WORD = /^\s*(?:--[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*([a-z]+)/i
const ALLOWED = new Set(['select', 'with', 'insert', 'update', 'delete', 'merge', 'values'])

/**
 * The database as a tool may use it. Refuses by the first word whatever could end or change the transaction: a `commit`
 * inside `perform` would keep half an effect (seen on trial). The driver sends one statement at a time, so a second one
 * behind a semicolon is refused by PostgreSQL itself.
 */
export function toolSql(runner: Runner): Sql {
  return {
    async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
      const word = FIRST_WORD.exec(text)?.[1]?.toLowerCase() ?? ''
      if (!ALLOWED.has(word)) throw new Error(`a tool may not send «${word || text.slice(0, 20)}»`)
      return runner.$queryRawUnsafe<Row[]>(text, ...values)
    },
  }
}
