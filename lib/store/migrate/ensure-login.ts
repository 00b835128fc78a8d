import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Refusal, type Result, yes } from '@/lib/result'
import { scramVerifier } from './scram-verifier'

/** The owner may not make roles here: `sql` is what an administrator has to run, once, in this database. */
export type NeedsAdministrator = Refusal<'needs_administrator'> & { sql: string; url: string }

/**
 * Makes sure that a login exists that may serve: member of the group role, allowed to connect; returns its URL.
 *
 * Without `password` a new random one is set, also for a login that exists. With it, a login that already takes that
 * password is left alone, so that processes which start at once do not disturb each other. The password crosses the
 * wire and the server's log only as a SCRAM verifier.
 */
export async function ensureLogin(options: {
  ownerUrl: string
  login?: string
  group?: string
  password?: string
}): Promise<Result<{ url: string }, NeedsAdministrator>> {
  const wanted = {
    login: options.login ?? 'countersign_web',
    group: options.group ?? 'countersign_app',
    password: options.password ?? randomBytes(24).toString('hex'),
  }
  const url = withLogin(options.ownerUrl, wanted.login, wanted.password)
  const client = new pg.Client({ connectionString: options.ownerUrl })
  await client.connect()
  try {
    const isKnown = options.password !== undefined && (await isComplete(client, wanted)) && (await takes(url))
    if (!isKnown) await make(client, wanted)
    return yes({ url })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    const sql = `${(await statements(client, wanted)).join(';\n')};`
    const message = `the owner may not make or grant roles on this server (${error.message})`
    return { ok: false, error: { code: 'needs_administrator', at: [{ path: '$', message }], sql, url } }
  } finally {
    await client.end()
  }
}

type Wanted = { login: string; group: string; password: string }

async function make(client: pg.Client, wanted: Wanted, attempt = 1): Promise<void> {
  await client.query('begin')
  try {
    // roles are the cluster's and this lock is the database's: it spares most collisions, the retry takes the rest
    await client.query('select pg_advisory_xact_lock(72707370)')
    for (const statement of await statements(client, wanted)) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const isCollision = error instanceof pg.DatabaseError && COLLISIONS.has(error.code ?? '')
    if (!isCollision || attempt === 10) throw error
    await make(client, wanted, attempt + 1)
  }
}

/** Two makers of one role: unique_violation or duplicate_object; two changers: internal error «tuple concurrently updated». */
const COLLISIONS = new Set(['23505', '42710', 'XX000'])

/** What is missing, as SQL. On PostgreSQL 16 and later only the group's maker, or who has its ADMIN OPTION, may grant it. */
async function statements(client: pg.Client, { login, group, password }: Wanted): Promise<string[]> {
  const have = await look(client, login, group)
  const as = pg.escapeIdentifier(login)
  const inGroup = pg.escapeIdentifier(group)
  const secret = `password ${pg.escapeLiteral(scramVerifier(password))}`
  return [
    ...(have.group ? [] : [`create role ${inGroup} nologin`]),
    have.login
      ? `alter role ${as} login inherit ${secret}`
      : `create role ${as} login inherit nosuperuser nocreatedb nocreaterole nobypassrls ${secret}`,
    ...(have.member ? [] : [`grant ${inGroup} to ${as}`]),
    ...(have.connect ? [] : [`grant connect on database ${pg.escapeIdentifier(have.database)} to ${inGroup}`]),
  ]
}

async function isComplete(client: pg.Client, { login, group }: Wanted): Promise<boolean> {
  const have = await look(client, login, group)
  return have.login && have.member && have.connect
}

type Found = { database: string; login: boolean; group: boolean; member: boolean; connect: boolean }

async function look(client: pg.Client, login: string, group: string): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select current_database() as database, l.oid is not null as login, g.oid is not null as "group",
            coalesce(pg_has_role(l.oid, g.oid, 'usage'), false) as member,
            coalesce(has_database_privilege(l.oid, current_database(), 'connect'),
                     has_database_privilege('public', current_database(), 'connect')) as connect
       from (select) as one
       left join pg_roles l on l.rolname = $1
       left join pg_roles g on g.rolname = $2`,
    [login, group],
  )
  const [found] = rows
  if (!found) throw new Error('the catalogue gave no answer')
  return found
}

async function takes(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') return false
    throw error
  } finally {
    await client.end()
  }
}

function withLogin(ownerUrl: string, login: string, password: string): string {
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(login)
  url.password = encodeURIComponent(password)
  return url.toString()
}
