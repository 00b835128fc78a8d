import type { TestDatabase } from '@/lib/store/testing'

/** The columns of a table that take a value, as a list of `insert`, and the same of a row `r`; the others are made from these. */
export async function writable(
  query: TestDatabase['query'],
  table: string,
): Promise<{ columns: string; ofRow: string }> {
  const rows = await query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  return { columns: names.join(', '), ofRow: names.map((name) => `r.${name}`).join(', ') }
}
