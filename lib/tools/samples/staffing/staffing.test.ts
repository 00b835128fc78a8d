import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { type Confirmation, displayDigest } from '@/lib/confirmation'
import type { Client, Person, Principal } from '@/lib/policy'
import { type TestDatabase, testDatabase } from '@/lib/store/testing'
import type { Authorized, Sql, Tool } from '@/lib/tools'
import { announce, receiveAnnouncement } from './announce'
import { assignShift } from './assign-shift'
import { cancelShift } from './cancel-shift'
import { installStaffing, loadRota, NORTHGATE_ROTA } from './index'
import { orderSupplies } from './order-supplies'

const MONDAY = '2026-11-30'
const person = (id: string): Person => ({ kind: 'person', id, org: 'northgate', name: id, role: 'member' })
const client: Client = { kind: 'client', id: 'c-rota', org: 'northgate', name: 'Rota agent', scopes: ['propose'] }
const dana = person('u-dana')
const signal = new AbortController().signal

let database: TestDatabase
let pool: pg.Pool
let sql: Sql

/** The serving login, as `perform` meets it. */
const over = (runner: pg.Pool | pg.PoolClient): Sql => ({
  query: async (text, values = []) => (await runner.query(text, [...values])).rows,
})
const load = (org = 'northgate') =>
  loadRota(sql, org, NORTHGATE_ROTA, { monday: MONDAY, userIdOf: (address) => `u-${address.split('@')[0]}` })

beforeAll(async () => {
  database = await testDatabase()
  for (let n = 0; n < 2; n++) await installStaffing((script) => database.query(script))
  pool = new pg.Pool({ connectionString: database.url, max: 4 })
  sql = over(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  for (const table of [
    'announcements',
    'bookings',
    'shifts',
    'workers',
    'supplies',
    'roles',
    'managers',
    'places',
    'rotas',
  ])
    await database.query(`delete from staffing.${table}`)
  await load()
})

async function may(tool: Tool, inputs: Json, principals: Principal[], org = 'northgate'): Promise<string[]> {
  return [...(await tool.authorize({ org, inputs, proposedFor: client }, principals, sql)).keys()]
}

async function proofFor(tool: Tool, inputs: Json, principal: Principal = dana): Promise<Authorized> {
  const proof = (await tool.authorize({ org: 'northgate', inputs, proposedFor: principal }, [principal], sql)).get(
    principal.id,
  )
  if (proof === undefined) throw new Error('not authorized')
  return proof
}

async function describeCall(tool: Tool, inputs: Json, principal?: Principal): Promise<Confirmation> {
  const described = await tool.describe(await proofFor(tool, inputs, principal), sql)
  if (!described.ok) throw new Error(JSON.stringify(described.error))
  return described.value
}

/** In a transaction, as the decision does it. */
async function perform(tool: Tool, inputs: Json) {
  const proof = await proofFor(tool, inputs)
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    const performed = await tool.performHere(proof, over(connection), { signal })
    await connection.query('commit')
    return performed
  } finally {
    connection.release()
  }
}

const assign = {
  date: '2026-12-04',
  place: 'harbour-bar',
  role: 'bar_supervisor',
  shift: 'S-20931',
  worker: 'W-1187',
}
const findings = ({ warnings }: Confirmation) => warnings.map(({ finding }) => finding)

describe('assign_shift describes in names', () => {
  it('what the look shows: Maya, Friday, the hours of the week before and after, and two warnings', async () => {
    expect(await describeCall(assignShift, assign)).toEqual({
      title: 'Assign Maya Chen to Bar Supervisor, Friday 4 December',
      summary: 'Maya gets the 17:00 to 01:30 shift at The Harbour Bar. The whole team sees it on the rota at once.',
      details: [
        { label: 'Person', value: 'Maya Chen', note: 'Bar staff, The Harbour Bar' },
        { label: 'Role', value: 'Bar Supervisor', note: '£15.20 an hour' },
        { label: 'Shift', value: 'Friday 4 December 2026, 17:00 to 01:30', note: '8 h 30 min, London time' },
        { label: 'Replaces', value: 'Nobody', note: 'open since 29 November' },
        { label: 'Pay for the shift', value: '£129.20' },
        { label: 'Hours that week', value: '50 h', before: '41 h 30 min' },
      ],
      warnings: [
        {
          finding: 'This takes Maya over 48 hours that week.',
          detail: '41 h 30 min are planned; with this shift it is 50 h. No opt-out is on file.',
        },
        {
          finding: 'Maya is already booked on Friday.',
          detail: 'Cellar stocktake at The Anchor, 18:00 to 20:00. Approving does not cancel it.',
        },
      ],
    })
  })

  it('warns of too little rest before and after', async () => {
    await sql.query(`insert into staffing.shifts values
      ('northgate', 'S-1', 'anchor', 'bar_staff', null, '2026-12-05 10:00', '2026-12-05 12:00', '2026-11-29'),
      ('northgate', 'S-2', 'anchor', 'bar_staff', null, '2026-12-04 08:00', '2026-12-04 10:00', '2026-11-29')`)
    await sql.query(
      `insert into staffing.bookings values ('northgate', 'S-1', 'W-1187'), ('northgate', 'S-2', 'W-1187')`,
    )
    expect((await describeCall(assignShift, assign)).warnings).toContainEqual({
      finding: 'Less than 11 hours of rest.',
      detail: 'Friday ends at 10:00, Friday starts at 17:00. Friday ends at 01:30, Saturday starts at 10:00.',
    })
  })

  it('warns of a role that is filled, and says who loses the shift', async () => {
    await perform(assignShift, { ...assign, worker: 'W-1204' })
    const filled = await describeCall(assignShift, assign)
    expect(findings(filled)[0]).toBe('This role is already filled: Amara Diallo has the shift.')
    const replacing = await describeCall(assignShift, { ...assign, replaces: 'W-1204' })
    expect(findings(replacing)[0]).toBe('Amara Diallo loses this shift.')
    expect(replacing.details[3]).toEqual({ label: 'Replaces', value: 'Amara Diallo', note: 'loses the shift' })
  })

  it('counts a night when the clocks change by its true length', async () => {
    await sql.query(`insert into staffing.shifts values
      ('northgate', 'S-1', 'harbour-bar', 'bar_supervisor', null, '2026-10-24 22:00', '2026-10-25 06:00', '2026-10-01')`)
    const described = await describeCall(assignShift, { ...assign, shift: 'S-1', date: '2026-10-24' })
    expect(described.details[2]?.note).toBe('9 h, London time')
  })

  it('the same for every reader and session zone', async () => {
    const first = displayDigest(await describeCall(assignShift, assign))
    const connection = await pool.connect()
    try {
      await connection.query(`set timezone to 'Pacific/Auckland'`)
      await connection.query(`set datestyle to 'SQL, DMY'`)
      const proof = await proofFor(assignShift, assign, person('u-priya'))
      const described = await assignShift.describe(proof, over(connection))
      expect(described.ok && displayDigest(described.value)).toBe(first)
    } finally {
      await connection.query('reset all')
      connection.release()
    }
  })
})

describe('who may', () => {
  it('managers of the place and, where the rota lets them, clients; one statement for all', async () => {
    const asked = [dana, person('u-tomas'), person('u-jonas'), person('u-maya'), client]
    expect((await may(assignShift, assign, asked)).sort()).toEqual(['c-rota', 'u-dana', 'u-tomas'])
    await sql.query('update staffing.rotas set clients = false')
    expect(await may(assignShift, assign, [client, person('c-rota')])).toEqual([])
    let statements = 0
    const counting: Sql = {
      query(text, values) {
        statements += 1
        return sql.query(text, values)
      },
    }
    await assignShift.authorize({ org: 'northgate', inputs: assign, proposedFor: client }, asked, counting)
    expect(statements).toBe(1)
  })

  it('nobody, where what the inputs say of the shift does not agree, or it is of another organization', async () => {
    for (const wrong of [
      { date: '2026-12-05' },
      { place: 'anchor' },
      { role: 'host' },
      { shift: 'S-0' },
      { worker: 'W-0' },
    ])
      expect(await may(assignShift, { ...assign, ...wrong }, [dana, client])).toEqual([])
    expect(await may(assignShift, assign, [dana, client], 'elsewhere')).toEqual([])
    await load('elsewhere')
    expect(await may(assignShift, assign, [dana], 'elsewhere')).toEqual(['u-dana'])
    expect(await may(cancelShift, { place: 'anchor', shift: 'S-20931' }, [dana])).toEqual([])
    expect(await may(orderSupplies, { place: 'anchor', item: 'gold', quantity: 1 }, [dana])).toEqual([])
  })
})

describe('performing looks at the rota once more', () => {
  const bookings = () => sql.query<{ worker: string }>(`select worker from staffing.bookings where shift = 'S-20931'`)

  it('writes the shift once, and says so', async () => {
    expect(await perform(assignShift, assign)).toEqual({
      did: true,
      note: 'Maya Chen works Friday 4 December, 17:00 to 01:30.',
    })
    expect(await bookings()).toEqual([{ worker: 'W-1187' }])
    expect(await perform(assignShift, assign)).toEqual({ did: false, why: 'Maya Chen has this shift already.' })
  })

  it('refuses where somebody else has it by now, and nothing is written', async () => {
    await perform(assignShift, { ...assign, worker: 'W-1204' })
    expect(await perform(assignShift, assign)).toEqual({ did: false, why: 'Amara Diallo has the shift now.' })
    expect(await bookings()).toEqual([{ worker: 'W-1204' }])
    expect(await perform(assignShift, { ...assign, replaces: 'W-1204' })).toMatchObject({ did: true })
    expect(await bookings()).toEqual([{ worker: 'W-1187' }])
  })

  it('refuses a cancelled shift, which still can be described', async () => {
    await perform(cancelShift, { place: 'harbour-bar', shift: 'S-20931' })
    expect(await perform(assignShift, assign)).toEqual({ did: false, why: 'The shift has been cancelled.' })
    expect(findings(await describeCall(assignShift, assign))[0]).toBe('This shift has been cancelled.')
  })

  it('of many at once for one shift exactly one writes', async () => {
    const workers = ['W-1187', 'W-1190', 'W-1204', 'W-1211']
    const done = await Promise.all(workers.map((worker) => perform(assignShift, { ...assign, worker })))
    expect(done.filter(({ did }) => did)).toHaveLength(1)
    expect(await bookings()).toHaveLength(1)
  })
})

describe('cancel_shift', () => {
  const cancel = { place: 'harbour-bar', shift: 'S-20881' }

  it('says who loses the shift, then takes it off the rota once', async () => {
    const described = await describeCall(cancelShift, cancel)
    expect(described.title).toBe('Cancel the Bar Staff shift, Sunday 6 December')
    expect(described.details).toContainEqual({ label: 'Works it', value: 'Nobody', before: 'Leo Park' })
    expect(findings(described)).toEqual(['Leo Park has this shift and loses it.'])
    expect(await perform(cancelShift, cancel)).toEqual({
      did: true,
      note: 'The shift on Sunday 6 December is off the rota.',
    })
    expect(await perform(cancelShift, cancel)).toEqual({ did: false, why: 'The shift had been cancelled already.' })
  })

  it('stays cancelled, and shifts stay given away, when the rota is loaded again', async () => {
    await perform(cancelShift, cancel)
    await perform(assignShift, assign)
    await load()
    const rows = await sql.query(`select s.id, s.cancelled, b.worker from staffing.shifts s
      left join staffing.bookings b on (b.org, b.shift) = (s.org, s.id) where s.id in ('S-20881', 'S-20931') order by 1`)
    expect(rows).toEqual([
      { id: 'S-20881', cancelled: true, worker: null },
      { id: 'S-20931', cancelled: false, worker: 'W-1187' },
    ])
  })
})

describe('announce', () => {
  const inputs = { place: 'harbour-bar', subject: 'Fire drill', message: 'Friday at ten.' }
  let server: Server
  let status = 202
  let url: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', async () => {
        const key = String(request.headers['idempotency-key'])
        if (status < 300) await receiveAnnouncement(sql, key, JSON.parse(body))
        response.writeHead(status, { location: '/elsewhere' }).end('secret text of the service')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => server.close())
  beforeEach(() => {
    status = 202
  })

  const send = async (key: string) => {
    const tool = announce({ url })
    return tool.performOutside(await proofFor(tool, inputs), { key, attempt: 1, signal })
  }

  it('says how many get it', async () => {
    expect(await describeCall(announce({ url }), inputs)).toMatchObject({
      title: 'Send an announcement to The Harbour Bar',
      summary: '5 people at The Harbour Bar get this message at once. It cannot be taken back.',
    })
  })

  it('asked again with its key, it was sent once', async () => {
    expect(await send('k1')).toEqual({ did: true, note: 'The announcement was sent.' })
    expect(await send('k1')).toMatchObject({ did: true })
    expect(await send('k2')).toMatchObject({ did: true })
    expect(await sql.query('select key, subject from staffing.announcements order by 1')).toEqual([
      { key: 'k1', subject: 'Fire drill' },
      { key: 'k2', subject: 'Fire drill' },
    ])
  })

  it('a refusal is final, and anything that may pass throws, so that it is tried again', async () => {
    status = 422
    expect(await send('k')).toEqual({ did: false, why: 'The service refused it (status 422).' })
    for (status of [500, 503, 429, 302]) await expect(send('k')).rejects.toThrow()
  })
})

describe('order_supplies', () => {
  it('is performed by the client, and warns of an order beyond the usual', async () => {
    expect(orderSupplies.performs).toBe('client')
    const described = await describeCall(orderSupplies, { place: 'harbour-bar', item: 'lager-keg', quantity: 19 })
    expect(described.title).toBe('Order 19 × Lager, 50 l keg for The Harbour Bar')
    expect(described.details).toContainEqual({ label: 'Cost', value: '£2,707.50' })
    expect(described.details).toContainEqual({ label: 'In stock', value: '22', before: '3' })
    expect(findings(described)).toEqual(['This is more than 3 usual orders at once.'])
    const usual = await describeCall(orderSupplies, { place: 'harbour-bar', item: 'lager-keg', quantity: 18 })
    expect(usual.warnings).toEqual([])
  })
})

describe('the rota of Northgate', () => {
  it('fits every confirmation: each open shift and every worker can be described', async () => {
    const open = NORTHGATE_ROTA.shifts.filter(({ worker }) => worker === undefined)
    const days = new Map(
      (
        await sql.query<{ id: string; date: string }>(
          `select id, to_char(starts, 'YYYY-MM-DD') as date from staffing.shifts`,
        )
      ).map(({ id, date }) => [id, date]),
    )
    for (const { id, place, role } of open)
      for (const { id: worker } of NORTHGATE_ROTA.workers.slice(0, 3)) {
        const described = await describeCall(assignShift, { date: days.get(id) ?? '', place, role, shift: id, worker })
        expect(described.title).toMatch(/^Assign /)
      }
    expect(open.length).toBeGreaterThan(10)
  })

  it('begins on a Monday', async () => {
    const load = loadRota(sql, 'northgate', NORTHGATE_ROTA, { monday: '2026-12-01', userIdOf: () => null })
    await expect(load).rejects.toThrow('a rota begins on a Monday')
  })
})
