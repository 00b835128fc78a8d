import type { Sql, SqlValue } from '@/lib/tools'

/** What can run a statement: a client, or an open transaction. */
export type Runner = { $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T> }

const ALLOWED = new Set(['select', 'with', 'insert', 'update', 'delete', 'merge', 'values'])
const READS = new Set(['select', 'with', 'values'])

/**
 * The database as a tool may use it. Refuses by the first word whatever could end or change the transaction: a `commit`
 * inside `perform` would keep half an effect (seen on trial). The driver sends one statement at a time, so a second one
 * behind a semicolon is refused by PostgreSQL itself.
 *
 * `org`: the organization that its reads stand in, as within a decision, which has set it already. So a tool sees the same
 * of our tables when it describes as when it performs; see `within`.
 */
export function toolSql(runner: Runner, org?: string): Sql {
  return {
    async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
      const word = firstWord(text)
      if (!ALLOWED.has(word)) throw new Error(`a tool may not send «${word || text.slice(0, 20)}»`)
      if (org === undefined || !READS.has(word)) return runner.$queryRawUnsafe<Row[]>(text, ...values)
      return runner.$queryRawUnsafe<Row[]>(
        `SELECT * FROM (SELECT * FROM (\n${text.replace(/;\s*$/, '')}\n) read OFFSET 0) inside
         WHERE (SELECT set_config('app.org_id', $${values.length + 1}::text, true)) IS NOT NULL`,
        ...values,
        org,
      )
    },
  }
}

function firstWord(text: string): string {
  return /^[a-z]+/i.exec(withoutComments(text))?.[0].toLowerCase() ?? ''
}

/** The text from its first token on. PostgreSQL nests comments, so the first end of one need not be its end. */
function withoutComments(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    // a carriage return ends a line comment as well
    if (rest.startsWith('--')) rest = rest.replace(/^[^\n\r]*/, '').trimStart()
    else if (rest.startsWith('/*')) rest = afterComment(rest).trimStart()
    else return rest
  }
}

function afterComment(text: string): string {
  let depth = 0
  for (const mark of text.matchAll(/\/\*|\*\//g)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return text.slice(mark.index + 2)
  }
  return ''
}
