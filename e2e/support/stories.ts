import { people } from './people'
import { sql } from './sql'
import { type ClientId, world } from './world'

/** One call of the machine API, as a client makes it, with whatever it answers. */
export async function api(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  client: ClientId = 'rota',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { url, keys } = world()
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${keys[client]}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

export type Proposed = { id: string; title: string; shift: string }

/** Makes an open shift on a day of its own, so that no story meets another, and proposes to give it to Leo. */
export async function proposeShift({
  words,
  expiresInSeconds,
  replaces,
}: {
  words?: string
  expiresInSeconds?: number
  replaces?: string
} = {}): Promise<Proposed> {
  const { shift, date } = await newShift()
  const made = await propose({
    tool: 'assign_shift',
    inputs: { date, place: 'harbour-bar', role: 'bar_staff', shift, worker: 'W-1190' },
    on_behalf_of: people.tomas.email,
    agent: { name: 'Rota agent', ...(words === undefined ? {} : { words }) },
    ...(expiresInSeconds === undefined ? {} : { expires_in_seconds: expiresInSeconds }),
    ...(replaces === undefined ? {} : { replaces }),
  })
  return { ...made, shift }
}

/** Proposes to cancel a shift that Noah works: two must approve. */
export async function proposeCancelling(): Promise<Proposed> {
  const { shift } = await newShift('W-1211')
  const made = await propose({
    tool: 'cancel_shift',
    inputs: { place: 'harbour-bar', shift },
    on_behalf_of: people.tomas.email,
  })
  return { ...made, shift }
}

/** Proposes an order, which the client performs itself. */
export function proposeOrder(quantity: number): Promise<{ id: string; title: string }> {
  return propose(
    { tool: 'order_supplies', inputs: { place: 'harbour-bar', item: 'bar-towels', quantity } },
    'purchasing',
  )
}

export async function propose(
  proposal: Record<string, unknown>,
  client: ClientId = 'rota',
): Promise<{ id: string; title: string }> {
  const { status, body } = await api('POST', '/requests', { kind: 'write', ...proposal }, client)
  if (status !== 201) throw new Error(`not proposed: ${JSON.stringify(body)}`)
  return { id: String(body.id), title: String(body.title) }
}

/** Who works a shift, by the rota; null: nobody. */
export async function holderOf(shift: string): Promise<string | null> {
  const [row] = await sql<{ worker: string }>('select worker from staffing.bookings where org = $1 and shift = $2', [
    'northgate',
    shift,
  ])
  return row?.worker ?? null
}

/** A shift that nobody works yet, on a day of its own. */
export const openShift = () => newShift()

async function newShift(worker?: string): Promise<{ shift: string; date: string }> {
  const [made] = await sql<{ id: string; date: string }>(
    `insert into staffing.shifts (org, id, place, role, starts, ends, opened)
     select 'northgate', 'E-' || n, 'harbour-bar', 'bar_staff', d + time '10:00', d + time '18:00', d - 9
     from (select n, date '2029-03-01' + n as d from (select count(*)::int as n from staffing.shifts where id like 'E-%') c) x
     returning id, starts::date::text as date`,
  )
  if (made === undefined) throw new Error('no shift was made')
  if (worker !== undefined)
    await sql('insert into staffing.bookings (org, shift, worker) values ($1, $2, $3)', ['northgate', made.id, worker])
  return { shift: made.id, date: made.date }
}
