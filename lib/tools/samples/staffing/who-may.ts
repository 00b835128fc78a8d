import type { Principal } from '@/lib/policy'
import type { Call, Sql, SqlValue } from '@/lib/tools'

/**
 * Of these principals, those who run the place: its managers, and clients where the rota lets them. One statement for
 * all of them. `known` is a condition of the tool's own, with parameters from $4 on ($1 the organization, $2 the
 * place): nobody may do something to what is not there.
 */
export async function whoMay(
  sql: Sql,
  call: Call<{ place: string }>,
  principals: readonly Principal[],
  known: { condition: string; values: readonly SqlValue[] },
): Promise<string[]> {
  const asked = JSON.stringify(principals.map(({ kind, id }) => ({ kind, id })))
  const rows = await sql.query<{ id: string }>(
    `select p.id
     from jsonb_to_recordset($3::text::jsonb) as p(kind text, id text)
     where (p.kind = 'person' and exists (
             select from staffing.managers m where m.org = $1::text and m.place = $2::text and m.user_id = p.id)
         or p.kind = 'client' and exists (select from staffing.rotas r where r.org = $1::text and r.clients))
       and exists (select from staffing.places where org = $1::text and id = $2::text)
       and ${known.condition}`,
    [call.org, call.inputs.place, asked, ...known.values],
  )
  return rows.map(({ id }) => id)
}
