import type { Client } from 'pg'
import type { Fault } from './fault'

type Write = {
  org: string
  id: string
  /** What an outside service hears it under. */
  key: string
  tool: string
  inputs: string
  outcome: string | null
}
type Inputs = { place: string; shift: string; worker: string; replaces?: string; subject: string; message: string }

/** Where the sample tools are installed: the rota is what the approved writes made of it, and each message was sent once. */
export async function effectFaults(client: Client): Promise<Fault[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('staffing.bookings') is not null as there`,
  )
  if (rows[0]?.there !== true) return []
  const { rows: writes } = await client.query<Write>(
    `select * from (
       select organization as org, id::text, 'cs-' || id as key, tool, inputs, outcome, decided_at as at, 0 as n from requests
         where status = 'approved' and tool in ('assign_shift', 'cancel_shift', 'announce')
       union all
       -- a step of a plan that is performed here is a write of its own
       select r.organization, r.id::text, 'cs-' || r.id || '-' || s.action, a.value->>'tool', (a.value->'parameters')::text,
         s.outcome, s.at, a.n::int
         from plan_steps s
         join requests r on r.organization = s.organization and r.id = s.request and r.inputs::jsonb->>'perform' = 'here'
         cross join lateral jsonb_array_elements(r.inputs::jsonb->'plan'->'actions') with ordinality a(value, n)
         where coalesce(a.value->>'id', 'a' || a.n) = s.action and a.value->>'tool' in ('assign_shift', 'cancel_shift', 'announce')
     ) w order by at, n, id`,
  )
  return [...(await rotaFaults(client, writes)), ...(await announcementFaults(client, writes))]
}

async function rotaFaults(client: Client, writes: Write[]): Promise<Fault[]> {
  const faults: Fault[] = []
  const { rows } = await client.query<{ org: string; shift: string; cancelled: boolean; worker: string | null }>(
    `select s.org, s.id as shift, s.cancelled, b.worker from staffing.shifts s
     left join staffing.bookings b on b.org = s.org and b.shift = s.id`,
  )
  const shifts = new Map(rows.map((row) => [`${row.org} ${row.shift}`, row]))
  const made = new Map<string, { worker: string | null; cancelled: boolean; id: string; org: string }>()
  for (const { org, id, tool, inputs, outcome } of writes) {
    if (outcome !== 'done' || tool === 'announce') continue
    const { shift, worker, replaces }: Inputs = JSON.parse(inputs)
    const before = made.get(`${org} ${shift}`)
    const isTwice =
      before !== undefined && (before.cancelled || (tool === 'assign_shift' && before.worker !== (replaces ?? null)))
    if (isTwice) faults.push({ org, request: id, what: `shift ${shift} had been written already by ${before.id}` })
    const isAssigned = tool === 'assign_shift'
    made.set(`${org} ${shift}`, { worker: isAssigned ? worker : null, cancelled: !isAssigned, id, org })
  }
  for (const [key, { worker, cancelled, id, org }] of made) {
    const now = shifts.get(key)
    if (now?.worker !== worker || now.cancelled !== cancelled)
      faults.push({ org, request: id, what: 'it is done, and the rota does not show it' })
  }
  return faults
}

async function announcementFaults(client: Client, writes: Write[]): Promise<Fault[]> {
  const { rows } = await client.query<{ key: string; org: string; place: string; subject: string; message: string }>(
    'select key, org, place, subject, message from staffing.announcements',
  )
  // where they are sent elsewhere, this table stays empty and says nothing
  if (rows.length === 0) return []
  const approved = new Map(writes.filter(({ tool }) => tool === 'announce').map((write) => [write.key, write]))
  const faults: Fault[] = []
  for (const { key, org, place, subject, message } of rows) {
    const write = approved.get(key)
    if (write === undefined)
      faults.push({ org, request: null, what: `announcement ${key} was sent and never approved` })
    else {
      const inputs: Inputs = JSON.parse(write.inputs)
      if (write.org !== org || inputs.place !== place || inputs.subject !== subject || inputs.message !== message)
        faults.push({ org, request: write.id, what: 'what was sent is not what was approved' })
      if (write.outcome === 'waiting' || write.outcome === 'lapsed')
        faults.push({ org, request: write.id, what: `it was sent, and it is ${write.outcome}` })
    }
  }
  const sent = new Set(rows.map(({ key }) => key))
  for (const [key, { org, id, outcome }] of approved)
    if (outcome === 'done' && !sent.has(key))
      faults.push({ org, request: id, what: 'it is done, and nothing was sent' })
  return faults
}
