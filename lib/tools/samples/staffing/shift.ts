import { invariant } from '@/lib/result'
import type { Sql } from '@/lib/tools'

/** A shift with names, as the rota has it now. Times are the place's, `YYYY-MM-DD HH:MM`; the span is in UTC minutes. */
export type Shift = {
  place: string
  zone: string
  role: string
  pay_pence: number
  starts: string
  ends: string
  minutes: number
  from_minute: number
  to_minute: number
  opened: string
  cancelled: boolean
  holder: string | null
  holder_name: string | null
}

/** Reads a shift that is known to be there. */
export async function readShift(sql: Sql, org: string, shift: string): Promise<Shift> {
  const [found] = await sql.query<Shift>(
    `select p.name as place, p.zone, r.name as role, r.pay_pence,
       to_char(s.starts, 'YYYY-MM-DD HH24:MI') as starts, to_char(s.ends, 'YYYY-MM-DD HH24:MI') as ends,
       ${SPAN}, to_char(s.opened, 'YYYY-MM-DD') as opened, s.cancelled, b.worker as holder, w.name as holder_name
     from staffing.shifts s
     join staffing.places p on (p.org, p.id) = (s.org, s.place)
     join staffing.roles r on (r.org, r.id) = (s.org, s.role)
     left join staffing.bookings b on (b.org, b.shift) = (s.org, s.id)
     left join staffing.workers w on (w.org, w.id) = (b.org, b.worker)
     where s.org = $1::text and s.id = $2::text`,
    [org, shift],
  )
  invariant(found !== undefined, 'authorize has found the shift, and shifts are never removed')
  return found
}

/** Minutes since 1970 in UTC, so that a night when the clocks change has its true length. Needs `s` and `p`. */
export const SPAN = `
  (extract(epoch from (s.starts at time zone p.zone)) / 60)::int as from_minute,
  (extract(epoch from (s.ends at time zone p.zone)) / 60)::int as to_minute,
  (extract(epoch from (s.ends at time zone p.zone) - (s.starts at time zone p.zone)) / 60)::int as minutes`

/**
 * Locks a shift, then reads who has it. Two statements on purpose: one that waits for the lock and joins would see
 * bookings as they were before it waited.
 */
export async function lockShift(sql: Sql, org: string, shift: string): Promise<Shift> {
  await sql.query('select 1 as locked from staffing.shifts where org = $1::text and id = $2::text for update', [
    org,
    shift,
  ])
  return readShift(sql, org, shift)
}
