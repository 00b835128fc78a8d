/**
 * How does a database become ours, and is the role we serve with harmless?
 *
 * Applies the SQL files of prisma/migrations with nothing but `pg`, makes the serving login, and refuses to serve
 * with a role that could step over row-level security. This folder knows no table of Countersign.
 */
export { checkServingRole, type ServingRoleCode } from './check-serving-role'
export { ensureLogin, type NeedsAdministrator } from './ensure-login'
export { type MigrateCode, migrate } from './migrate'
