import { people } from './people'
import { sql } from './sql'
import { type ClientId, world } from './world'

/** What the machine API answers, field by field as stories ask for them. */
type Body = { id: string; title: string; grant: string; code: string; status: string; outcome: string | null }

/** Calls the machine API as a client does: over HTTP, with its key. */
export async function api(method: 'GET' | 'POST', path: string, body?: object, client: ClientId = 'rota') {
  const answer = await fetch(`${world().url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${world().keys[client]}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const found: Body = await answer.json()
  return { status: answer.status, body: found }
}

type Proposal = {
  tool: string
  inputs: object
  on_behalf_of?: string
  agent?: { name: string; words: string }
  expires_in_seconds?: number
}

/** Proposes a write; a refusal ends the story. */
export async function propose(proposal: Proposal, client: ClientId = 'rota'): Promise<Body> {
  const { status, body } = await api('POST', '/requests', { kind: 'write', ...proposal }, client)
  if (status !== 201) throw new Error(`the proposal was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Proposes that Leo gets a shift of its own, for Tomás, who asked the agent; one lead decides. */
export async function proposeShift({ words, expiresInSeconds }: { words?: string; expiresInSeconds?: number } = {}) {
  const { shift, date } = await newShift(null)
  const { id, title } = await propose({
    tool: 'assign_shift',
    inputs: { date, place: 'harbour-bar', role: 'bar_staff', shift, worker: 'W-1190' },
    on_behalf_of: people.tomas.email,
    ...(words === undefined ? {} : { agent: { name: 'Rota agent', words } }),
    ...(expiresInSeconds === undefined ? {} : { expires_in_seconds: expiresInSeconds }),
  })
  return { id, title, shift }
}

/** Proposes that a shift which Noah has is cancelled; two decide. */
export async function proposeCancelling() {
  const { shift } = await newShift('W-1211')
  const inputs = { place: 'harbour-bar', shift }
  const { id, title } = await propose({ tool: 'cancel_shift', inputs, on_behalf_of: people.tomas.email })
  return { id, title, shift }
}

/** Proposes an order, which the client that asks carries out itself; one lead decides. */
export async function proposeOrder(quantity: number) {
  const inputs = { place: 'harbour-bar', item: 'bar-towels', quantity }
  const { id, title } = await propose({ tool: 'order_supplies', inputs }, 'purchasing')
  return { id, title }
}

/** Who has a shift, in the rota itself. */
export async function holderOf(shift: string): Promise<string | null> {
  const [row] = await sql<{ worker: string }>(
    "select worker from staffing.bookings where (org, shift) = ('northgate', $1)",
    [shift],
  )
  return row?.worker ?? null
}

/** Makes a shift in a week of its own, so that no story gets in the way of another. */
async function newShift(holder: string | null): Promise<{ shift: string; date: string }> {
  const [made] = await sql<{ shift: string; date: string }>(
    `insert into staffing.shifts (org, id, place, role, starts, ends, opened)
     select 'northgate', 'E-' || n, 'harbour-bar', 'bar_staff', day + time '10:00', day + time '18:00', day - 7
     from (select count(*) as n, date_trunc('week', now() at time zone 'UTC')::date + 4 + 7 * count(*)::int as day
           from staffing.shifts where org = 'northgate') as next
     returning id as shift, to_char(starts, 'YYYY-MM-DD') as date`,
  )
  if (made === undefined) throw new Error('no shift was made')
  if (holder !== null)
    await sql("insert into staffing.bookings (org, shift, worker) values ('northgate', $1, $2)", [made.shift, holder])
  return made
}
