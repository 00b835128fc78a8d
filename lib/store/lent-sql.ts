import type { Sql } from '@/lib/tools'

/** Performing inside a transaction ends after this, and so does each of its statements: a signal stops no SQL. */
export const PERFORM_MS = 5_000
export const TRANSACTION_MS = 15_000

/** What a failed performance says to people where the tool itself said nothing. */
export const FAILED = 'The write failed and was undone. Nothing was changed.'

/** A tool that was given up must not write on behind our back: what it is lent it can use only until it is taken back. */
export function lentSql(sql: Sql): { sql: Sql; takeBack(): void } {
  let isLent = true
  return {
    sql: {
      async query(text, values) {
        if (!isLent) throw new Error('performing is over')
        return sql.query(text, values)
      },
    },
    takeBack: () => {
      isLent = false
    },
  }
}

/** Rejects when time is over. */
export function broken(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
}
