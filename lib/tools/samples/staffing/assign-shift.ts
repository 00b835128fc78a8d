import type { Confirmation, Detail, Warning } from '@/lib/confirmation'
import { invariant } from '@/lib/result'
import { type Authorized, defineTool, type Performed, type Sql, type Tool } from '@/lib/tools'
import { lockShift, readShift, type Shift, SPAN } from './shift'
import { whoMay } from './who-may'
import { dayAndMonth, dayOf, duration, firstName, hoursOf, money, weekday, zoneName } from './words'

/** `replaces`: the worker who has the shift now and loses it; left out, nobody has it. */
type Inputs = { date: string; place: string; role: string; shift: string; worker: string; replaces?: string }

const WEEK_LIMIT_MINUTES = 48 * 60
const REST_MINUTES = 11 * 60
/** The calendar of the format has a year 0, the database's has not. */
const DATE = { type: 'string', format: 'date', pattern: '^[12][0-9]{3}-' }
const ID = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' }

/** Gives a shift to a worker: written to the rota in the very transaction that decides. */
export const assignShift: Tool = defineTool<Inputs>({
  name: 'assign_shift',
  version: '3',
  label: 'Assign a shift',
  inputs: {
    type: 'object',
    properties: { date: DATE, place: ID, role: ID, shift: ID, worker: ID, replaces: ID },
    required: ['date', 'place', 'role', 'shift', 'worker'],
    additionalProperties: false,
  },
  policy: { who: { kind: 'proposed_for' } },
  authorize: (call, principals, sql) => {
    const { shift, role, date, worker } = call.inputs
    return whoMay(sql, call, principals, { condition: IS_KNOWN, values: [shift, role, date, worker] })
  },
  describe,
  perform: { where: 'here', run },
})

/** What the inputs say twice must agree: else a person would read one shift, and another would be written. */
const IS_KNOWN = `
  exists (select from staffing.shifts where org = $1::text and place = $2::text and id = $4::text
    and role = $5::text and starts::date = $6::text::date)
  and exists (select from staffing.workers where org = $1::text and id = $7::text)`

async function describe({ org, inputs }: Authorized<Inputs>, sql: Sql): Promise<Confirmation> {
  const shift = await readShift(sql, org, inputs.shift)
  const worker = await readWorker(sql, org, inputs.worker)
  const booked = await readBooked(sql, org, inputs.worker, inputs.shift)
  const planned = booked.filter(({ in_week }) => in_week).reduce((sum, { minutes }) => sum + minutes, 0)
  const name = firstName(worker.name)
  return {
    title: `Assign ${worker.name} to ${shift.role}, ${dayOf(shift.starts)}`,
    summary: `${name} gets the ${hoursOf(shift.starts, shift.ends)} shift at ${shift.place}. The whole team sees it on the rota at once.`,
    details: [
      { label: 'Person', value: worker.name, note: `${worker.job}, ${worker.place}` },
      { label: 'Role', value: shift.role, note: `${money(shift.pay_pence)} an hour` },
      {
        label: 'Shift',
        value: `${dayOf(shift.starts)} ${shift.starts.slice(0, 4)}, ${hoursOf(shift.starts, shift.ends)}`,
        note: `${duration(shift.minutes)}, ${zoneName(shift.zone)}`,
      },
      replaced(shift, inputs),
      { label: 'Pay for the shift', value: money(Math.round((shift.pay_pence * shift.minutes) / 60)) },
      { label: 'Hours that week', value: duration(planned + shift.minutes), before: duration(planned) },
    ],
    warnings: [
      ...ofShift(shift, inputs, name),
      ...ofWeek(planned, shift, worker, name),
      ...ofClashes(booked, shift, name),
      ...ofRest(booked, shift),
    ],
  }
}

function replaced(shift: Shift, inputs: Inputs): Detail {
  if (shift.holder === null)
    return { label: 'Replaces', value: 'Nobody', note: `open since ${dayAndMonth(shift.opened)}` }
  const note = inputs.replaces === shift.holder ? 'loses the shift' : 'has the shift'
  return { label: 'Replaces', value: shift.holder_name ?? '', note }
}

function ofShift(shift: Shift, inputs: Inputs, name: string): Warning[] {
  if (shift.cancelled)
    return [{ finding: 'This shift has been cancelled.', detail: 'Unless that changes, approving it will fail.' }]
  if (shift.holder === inputs.worker) return [{ finding: `${name} has this shift already.` }]
  if (shift.holder !== null && shift.holder !== inputs.replaces)
    return [
      {
        finding: `This role is already filled: ${shift.holder_name} has the shift.`,
        detail: 'Unless that changes, approving it will fail.',
      },
    ]
  if (shift.holder !== null) return [{ finding: `${shift.holder_name} loses this shift.` }]
  return inputs.replaces === undefined
    ? []
    : [{ finding: 'Whom this should replace does not have the shift.', detail: 'Approving it will fail.' }]
}

function ofWeek(planned: number, { minutes }: Shift, worker: Worker, name: string): Warning[] {
  if (planned + minutes <= WEEK_LIMIT_MINUTES) return []
  const optOut = worker.opted_out ? 'An opt-out is on file.' : 'No opt-out is on file.'
  return [
    {
      finding: `This takes ${name} over 48 hours that week.`,
      detail: `${duration(planned)} are planned; with this shift it is ${duration(planned + minutes)}. ${optOut}`,
    },
  ]
}

function ofClashes(booked: readonly Booked[], shift: Shift, name: string): Warning[] {
  const clashes = booked.filter((other) => other.from_minute < shift.to_minute && shift.from_minute < other.to_minute)
  // Three fit in any case; the number says how many there are.
  const told = clashes
    .slice(0, 3)
    .map((other) => `${other.what} at ${other.place}, ${hoursOf(other.starts, other.ends)}.`)
  if (clashes.length > told.length) told.push(`And ${clashes.length - told.length} more.`)
  if (told.length === 0) return []
  return [
    {
      finding: `${name} is already booked on ${weekday(shift.starts)}.`,
      detail: `${told.join(' ')} Approving does not cancel ${clashes.length === 1 ? 'it' : 'them'}.`,
    },
  ]
}

function ofRest(booked: readonly Booked[], shift: Shift): Warning[] {
  const isShort = (gap: number) => gap >= 0 && gap < REST_MINUTES
  const before = booked.find((other) => isShort(shift.from_minute - other.to_minute))
  const after = booked.find((other) => isShort(other.from_minute - shift.to_minute))
  const ends = ({ starts, ends }: { starts: string; ends: string }) => `${weekday(starts)} ends at ${ends.slice(11)}`
  const begins = ({ starts }: { starts: string }) => `${weekday(starts)} starts at ${starts.slice(11)}`
  const told = [
    ...(before === undefined ? [] : [`${ends(before)}, ${begins(shift)}.`]),
    ...(after === undefined ? [] : [`${ends(shift)}, ${begins(after)}.`]),
  ]
  return told.length === 0 ? [] : [{ finding: 'Less than 11 hours of rest.', detail: told.join(' ') }]
}

type Worker = { name: string; job: string; place: string; opted_out: boolean }

async function readWorker(sql: Sql, org: string, id: string): Promise<Worker> {
  const [worker] = await sql.query<Worker>(
    `select w.name, w.job, p.name as place, w.opted_out
     from staffing.workers w join staffing.places p on (p.org, p.id) = (w.org, w.place)
     where w.org = $1::text and w.id = $2::text`,
    [org, id],
  )
  invariant(worker !== undefined, 'authorize has found the worker, and workers are never removed')
  return worker
}

type Booked = {
  what: string
  place: string
  starts: string
  ends: string
  minutes: number
  from_minute: number
  to_minute: number
  in_week: boolean
}

/** What else the worker does in the week of the shift, and up to two days around it. */
function readBooked(sql: Sql, org: string, worker: string, shift: string): Promise<Booked[]> {
  return sql.query<Booked>(
    `select coalesce(s.task, r.name) as what, p.name as place,
       to_char(s.starts, 'YYYY-MM-DD HH24:MI') as starts, to_char(s.ends, 'YYYY-MM-DD HH24:MI') as ends, ${SPAN},
       date_trunc('week', s.starts) = date_trunc('week', this.starts) as in_week
     from staffing.bookings b
     join staffing.shifts s on (s.org, s.id) = (b.org, b.shift)
     join staffing.places p on (p.org, p.id) = (s.org, s.place)
     join staffing.roles r on (r.org, r.id) = (s.org, s.role)
     join staffing.shifts this on this.org = b.org and this.id = $3::text
     where b.org = $1::text and b.worker = $2::text and s.id <> this.id and not s.cancelled
       and s.starts between date_trunc('week', this.starts) - interval '2 days'
                        and date_trunc('week', this.starts) + interval '9 days'
     order by s.starts, s.id`,
    [org, worker, shift],
  )
}

/** Looks at the rota once more: what was approved is this person in a shift that nobody else, or exactly that one, has. */
async function run({ org, inputs }: Authorized<Inputs>, sql: Sql): Promise<Performed> {
  const shift = await lockShift(sql, org, inputs.shift)
  const worker = await readWorker(sql, org, inputs.worker)
  if (shift.cancelled) return { did: false, why: 'The shift has been cancelled.' }
  if (shift.holder === inputs.worker) return { did: false, why: `${worker.name} has this shift already.` }
  if (shift.holder !== (inputs.replaces ?? null))
    return {
      did: false,
      why: shift.holder === null ? 'Nobody has the shift any more.' : `${shift.holder_name} has the shift now.`,
    }
  await sql.query(
    `insert into staffing.bookings (org, shift, worker) values ($1::text, $2::text, $3::text)
     on conflict (org, shift) do update set worker = excluded.worker`,
    [org, inputs.shift, inputs.worker],
  )
  return { did: true, note: `${worker.name} works ${dayOf(shift.starts)}, ${hoursOf(shift.starts, shift.ends)}.` }
}
