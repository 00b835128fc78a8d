import pg from 'pg'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'

/** Why a role must not serve. */
export type ServingRoleCode =
  | 'serving_role_is_superuser'
  | 'serving_role_bypasses_row_security'
  | 'serving_role_owns_tables'
  | 'serving_role_lacks_group'

/**
 * Refuses a serving URL whose role could step over row-level security, or would see nothing; returns the role's name.
 *
 * A member of an owning role counts as owner, as it does for PostgreSQL.
 */
export async function checkServingRole(
  url: string,
  group = 'countersign_app',
): Promise<Result<{ role: string }, Refusal<ServingRoleCode>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Rights>(RIGHTS, [group])
    const [rights] = rows
    if (!rights) throw new Error('the catalogue gave no answer')
    return judge(rights, group)
  } finally {
    await client.end()
  }
}

type Rights = { role: string; superuser: boolean; bypass: boolean; owned: string | null; inherits: boolean }

const RIGHTS = `
  select r.rolname as role, r.rolsuper as superuser, r.rolbypassrls as bypass,
         (select min(c.oid::regclass::text) from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
             and pg_has_role(r.oid, c.relowner, 'usage')) as owned,
         exists (select from pg_roles g where g.rolname = $1 and pg_has_role(r.oid, g.oid, 'usage')) as inherits
    from pg_roles r where r.rolname = current_user`

function judge(rights: Rights, group: string): Result<{ role: string }, Refusal<ServingRoleCode>> {
  const no = (code: ServingRoleCode, message: string) => refuse(code, [{ path: '$', message }])
  const { role } = rights
  if (rights.superuser) {
    return no(
      'serving_role_is_superuser',
      `DATABASE_URL signs in as «${role}», a superuser, for whom no row-level security holds; use the serving login.`,
    )
  }
  if (rights.bypass) {
    return no(
      'serving_role_bypasses_row_security',
      `DATABASE_URL signs in as «${role}», which may bypass row-level security; use the serving login, or alter role ${role} nobypassrls.`,
    )
  }
  if (rights.owned !== null) {
    return no(
      'serving_role_owns_tables',
      `DATABASE_URL signs in as «${role}», which owns tables (${rights.owned}), and an owner is not held by row-level security; use the serving login, and this one as DATABASE_OWNER_URL.`,
    )
  }
  if (!rights.inherits) {
    return no(
      'serving_role_lacks_group',
      `DATABASE_URL signs in as «${role}», which does not inherit the rights of «${group}»; grant ${group} to ${role}, and alter role ${role} inherit.`,
    )
  }
  return yes({ role })
}
