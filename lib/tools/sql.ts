/**
 * The database as a tool sees it: one statement at a time, values apart from text (`$1`, `$2` …).
 *
 * `authorize` and `describe` get it read-only; `perform` gets it inside the deciding transaction. It refuses any
 * statement that does not begin with select, with, insert, update, delete, merge or values: a tool that could say
 * `commit` would tear the decision from its effect.
 */
export interface Sql {
  query<Row extends Record<string, unknown> = Record<string, unknown>>(
    text: string,
    values?: readonly SqlValue[],
  ): Promise<Row[]>
}

export type SqlValue = string | number | boolean | Date | null
