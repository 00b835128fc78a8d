import { invariant } from '@/lib/result'
import type { Sql } from '@/lib/tools'
import northgate from './rota.json' with { type: 'json' }

/**
 * A rota as a file has it. `user` and `managers` are mail addresses; `day` counts from the Monday that loading is told
 * (0), so that a file does not grow old; a shift that ends before it starts ends on the day after.
 */
export type Rota = {
  clients: boolean
  places: { id: string; name: string; zone: string; managers: string[] }[]
  roles: { id: string; name: string; pay_pence: number }[]
  workers: { id: string; name: string; user?: string; job: string; place: string; opted_out?: boolean }[]
  shifts: {
    id: string
    place: string
    role: string
    task?: string
    day: number
    starts: string
    ends: string
    opened?: number
    worker?: string
  }[]
  supplies: { id: string; name: string; price_pence: number; in_stock: number; usual_order: number }[]
}

/** The rota of Northgate Hotels, for the demo and for tests. */
export const NORTHGATE_ROTA: Rota = northgate

/**
 * Fills the tables of one organization. May be called again: names and prices follow the file, and what has happened
 * since (a shift given away or cancelled) stays. Addresses that `userIdOf` does not know are left out.
 *
 * `monday` is `YYYY-MM-DD`.
 */
export async function loadRota(
  sql: Sql,
  org: string,
  rota: Rota,
  { monday, userIdOf }: { monday: string; userIdOf: (address: string) => string | null },
): Promise<void> {
  invariant(
    /^\d{4}-\d{2}-\d{2}$/.test(monday) && new Date(`${monday}T00:00:00Z`).getUTCDay() === 1,
    'a rota begins on a Monday',
  )
  await sql.query(
    `insert into staffing.rotas (org, clients) values ($1::text, $2::boolean)
     on conflict (org) do update set clients = excluded.clients`,
    [org, rota.clients],
  )
  const upsert = (statement: string, rows: readonly object[]) => sql.query(statement, [org, JSON.stringify(rows)])
  await upsert(PLACES, rota.places)
  await upsert(
    MANAGERS,
    rota.places.flatMap(({ id, managers }) =>
      managers.flatMap((address) => {
        const user = userIdOf(address)
        return user === null ? [] : [{ user, place: id }]
      }),
    ),
  )
  await upsert(ROLES, rota.roles)
  await upsert(
    WORKERS,
    rota.workers.map(({ user, ...worker }) => ({ ...worker, user: user === undefined ? null : userIdOf(user) })),
  )
  const shifts = rota.shifts.map((shift) => ({ ...shift, ...timesOf(shift, monday) }))
  await upsert(SHIFTS, shifts)
  await upsert(SUPPLIES, rota.supplies)
}

function timesOf({ day, starts, ends, opened = -1 }: Rota['shifts'][number], monday: string) {
  const on = (offset: number) => {
    const date = new Date(`${monday}T00:00:00Z`)
    date.setUTCDate(date.getUTCDate() + offset)
    return date.toISOString().slice(0, 10)
  }
  return { starts: `${on(day)} ${starts}`, ends: `${on(ends > starts ? day : day + 1)} ${ends}`, opened: on(opened) }
}

const PLACES = `
  insert into staffing.places (org, id, name, zone)
  select $1::text, r.id, r.name, r.zone from jsonb_to_recordset($2::text::jsonb) as r(id text, name text, zone text)
  on conflict (org, id) do update set name = excluded.name, zone = excluded.zone`

const MANAGERS = `
  insert into staffing.managers (org, user_id, place)
  select $1::text, r."user", r.place from jsonb_to_recordset($2::text::jsonb) as r("user" text, place text)
  on conflict do nothing`

const ROLES = `
  insert into staffing.roles (org, id, name, pay_pence)
  select $1::text, r.id, r.name, r.pay_pence from jsonb_to_recordset($2::text::jsonb) as r(id text, name text, pay_pence int)
  on conflict (org, id) do update set name = excluded.name, pay_pence = excluded.pay_pence`

const WORKERS = `
  insert into staffing.workers (org, id, user_id, name, job, place, opted_out)
  select $1::text, r.id, r."user", r.name, r.job, r.place, coalesce(r.opted_out, false)
  from jsonb_to_recordset($2::text::jsonb) as r(id text, "user" text, name text, job text, place text, opted_out boolean)
  on conflict (org, id) do update set user_id = excluded.user_id, name = excluded.name, job = excluded.job,
    place = excluded.place, opted_out = excluded.opted_out`

/** A booking is made with its shift and never again: a worker who lost the shift does not get it back by a restart. */
const SHIFTS = `
  with r as (
    select * from jsonb_to_recordset($2::text::jsonb) as r(id text, place text, role text, task text, starts timestamp,
      ends timestamp, opened date, worker text)
  ), new as (
    insert into staffing.shifts (org, id, place, role, task, starts, ends, opened)
    select $1::text, r.id, r.place, r.role, r.task, r.starts, r.ends, r.opened from r
    on conflict (org, id) do nothing returning id
  )
  insert into staffing.bookings (org, shift, worker)
  select $1::text, r.id, r.worker from r join new on new.id = r.id where r.worker is not null`

const SUPPLIES = `
  insert into staffing.supplies (org, id, name, price_pence, in_stock, usual_order)
  select $1::text, r.id, r.name, r.price_pence, r.in_stock, r.usual_order
  from jsonb_to_recordset($2::text::jsonb) as r(id text, name text, price_pence int, in_stock int, usual_order int)
  on conflict (org, id) do update set name = excluded.name, price_pence = excluded.price_pence,
    usual_order = excluded.usual_order`
