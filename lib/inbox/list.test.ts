import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writable } from '@/lib/store/testing'
import { aProposal, aWorld, granted, HOUR_MS, type World } from './testing'
import type { ListQuery } from './views'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const list = (query: Partial<ListQuery> = {}, person = world.people.ada) =>
  world.inbox.list(person, { view: 'mine', ...query })
const ids = async (query: Partial<ListQuery> = {}, person = world.people.ada) =>
  (await list(query, person)).rows.map(({ id }) => id)
async function pages(query: Partial<ListQuery>, person = world.people.ada): Promise<string[][]> {
  const all: string[][] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, person)
    all.push(page.rows.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined && all.length < 20)
  return all
}
const decided = (request: string) => world.inbox.decide(world.people.ben, { request, verdict: 'reject', note: 'No' })
const clear = async () => {
  for (const id of (await pages({})).flat()) granted(await decided(id))
}

describe('a person’s list', () => {
  it('has what waits for them first, soonest expiry on top, then what they can only see or have signed', async () => {
    const late = await world.propose({ expiresInMs: 3 * HOUR_MS })
    const soon = await world.propose({ expiresInMs: HOUR_MS })
    const theirs = await world.propose({ onBehalfOf: 'u-ada', expiresInMs: HOUR_MS / 2 })
    expect(await ids()).toEqual([soon.id, late.id, theirs.id])
    const { rows, counts } = await list()
    expect(rows.map(({ mine }) => mine)).toEqual(['decide', 'decide', 'asked'])
    expect(rows[0]).toMatchObject({
      title: 'Set the sign at the door to «Closed»',
      tool: { name: 'set_sign', label: 'Set a sign' },
      asker: { client: { id: 'c-rota', name: 'Client c-rota' }, onBehalfOf: { id: 'u-tomas', name: 'Tomas' } },
      status: 'pending',
      outcome: null,
      warnings: 0,
      approvals: { have: 0, need: 1 },
    })
    expect(counts).toMatchObject({ pending: 3, mine: 2, asked: 1, capped: false })
    expect(await ids({ view: 'asked' })).toEqual([theirs.id])
    await clear()
  })
  it('shows nothing to who is not eligible, and counts nothing for them', async () => {
    await world.propose()
    for (const person of [world.people.vic, world.people.zoe, { ...world.people.ada, org: 'southgate' }])
      expect(await list({}, person)).toMatchObject({
        rows: [],
        next: null,
        counts: { pending: 0, mine: 0, asked: 0, attention: 0 },
      })
    await clear()
  })
  it('pages over 250 requests of one and the same time without a gap or a repeat, open and decided', async () => {
    for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 50 }, () => world.propose()))
    const open = await pages({})
    expect(open.map((page) => page.length)).toEqual([50, 50, 50, 50, 50])
    expect(new Set(open.flat()).size).toBe(250)
    const before = (await pages({ view: 'decided' })).flat()
    await clear()
    const over = (await pages({ view: 'decided' })).flat()
    expect(over).toHaveLength(before.length + 250)
    expect(new Set(over).size).toBe(over.length)
    const client: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { requests: { id: string }[]; next: string | null } = granted(
        await world.inbox.listForClient(world.client, { limit: 100, ...(cursor === '' ? {} : { cursor }) }),
      )
      client.push(...page.requests.map(({ id }) => id))
      cursor = page.next
    }
    expect(new Set(client).size).toBe(client.length)
    expect(client.length).toBe(await world.count('requests'))
    expect(client).toEqual([...client].sort().reverse())
  })
  it('narrows by tool, by client, by warning and by every word searched for', async () => {
    const sign = await world.propose({ inputs: { sign: 'door', text: '100% off_season' } })
    const warned = await world.propose({ inputs: { sign: 'nowhere', text: 'x' } })
    const other = granted(
      await world.inbox.propose(world.otherClient, aProposal({ tool: 'order_towels', inputs: { count: 7 } }), null),
    ).request
    expect(await ids({ tool: 'order_towels' })).toEqual([other.id])
    expect(await ids({ from: 'c-other' })).toEqual([other.id])
    expect(await ids({ warned: true })).toEqual([warned.id])
    expect(await ids({ q: 'tomorrow TOWELS' })).toEqual([other.id])
    expect(await ids({ q: 'tomas order' })).toEqual([other.id])
    expect(await ids({ q: 'towels sign' })).toEqual([])
    for (const q of ['100%', '%', 'off_s']) expect([q, await ids({ q })]).toEqual([q, [sign.id]])
    expect(await ids({ q: '  ' })).toHaveLength(3)
    expect((await list()).clients.map(({ id }) => id)).toEqual(['c-other', 'c-rota'])
    await clear()
  })
  it.each(['\u0000', "'; drop table requests; --", '\\', '_', '"'])('searching for %j is a search', async (q) => {
    expect(await list({ q, tool: q, from: q })).toMatchObject({ rows: [], next: null })
  })
  it.each([
    'garbage',
    '',
    '[1e9]',
    '[1e9,"2026-12-01T00:00:00.000Z","01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21"]',
    '[0,"2026-02-30T00:00:00.000Z","01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21"]',
    '[0,"0000-01-01T00:00:00.000Z","01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21"]',
    '[0,"2026-12-01T00:00:00.000Z","x"]',
    '[null,null,null]',
    '{"length":3}',
  ])('a cursor that is none begins at the first page (%s)', async (text) => {
    const request = await world.propose()
    for (const cursor of [text, Buffer.from(text).toString('base64url')])
      expect(await ids({ cursor })).toEqual([request.id])
    for (const cursor of ['garbage', Buffer.from(text).toString('base64url')])
      expect(await world.inbox.listForClient(world.client, { cursor })).toMatchObject({
        error: { code: 'invalid', at: [{ path: '$.cursor' }] },
      })
    await clear()
  })
  it('what is decided has the last one first, says whose verdict it was, and what is unknown stands above', async () => {
    const unknown = await world.approved({ tool: 'order_towels', inputs: {} })
    await world.test.query("update requests set outcome = 'unknown' where id = $1", [unknown.id])
    await world.advance(1_000)
    const older = await world.propose()
    granted(await decided(older.id))
    await world.advance(1_000)
    const newer = await world.propose()
    granted(await decided(newer.id))
    const { rows, counts } = await list({ view: 'decided' })
    expect(rows.slice(0, 3).map(({ id }) => id)).toEqual([unknown.id, newer.id, older.id])
    expect(rows[1]).toMatchObject({ status: 'rejected', decidedBy: { id: 'u-ben', name: 'Ben' } })
    expect(counts.attention).toBe(1)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect((await list({}, world.people.tomas)).counts.attention).toBe(0)
  })
  it('stops counting at a thousand', async () => {
    const { id } = await world.propose()
    const { columns, ofRow } = await writable(world.test.query, 'requests')
    await world.test.query(
      `insert into requests (${columns}) select ${ofRow} from requests q, generate_series(1, 1100) n,
         lateral jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(), 'n', n)) r where q.id = $1`,
      [id],
    )
    await world.test.query(
      `insert into eligibility (organization, request, person, may_decide, rank, expires_at)
       select organization, id, 'u-ada', true, 0, expires_at from requests where status = 'pending' on conflict do nothing`,
    )
    expect((await list()).counts).toMatchObject({ pending: 1_000, mine: 1_000, capped: true })
  })

  it('narrowed, it looks through two thousand a page, and says where to go on', async () => {
    await world.test.query("update eligibility set closed_at = now() where person = 'u-ben'")
    const { id } = await world.propose({ expiresInMs: 12 * HOUR_MS })
    const { columns, ofRow } = await writable(world.test.query, 'requests')
    await world.test.query(
      `insert into requests (${columns}) select ${ofRow} from requests q, generate_series(1, 2100) n,
         lateral jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(), 'client', 'c-crowd',
           'expires_at', q.expires_at - n * interval '1 second')) r where q.id = $1`,
      [id],
    )
    await world.test.query(
      `insert into eligibility (organization, request, person, may_decide, rank, expires_at)
       select organization, id, 'u-ben', true, 0, expires_at from requests where client = 'c-crowd'`,
    )
    // it stands behind two thousand and a hundred of the crowd
    const first = await list({ from: 'c-rota' }, world.people.ben)
    expect(first).toMatchObject({ rows: [], next: expect.any(String) })
    const second = await list(
      { from: 'c-rota', ...(first.next === null ? {} : { cursor: first.next }) },
      world.people.ben,
    )
    expect(second).toMatchObject({ rows: [{ id }], next: null })
    expect((await list({ from: 'c-nobody', view: 'decided' }, world.people.ben)).next).toBeNull()
  })
  it('is narrowed to what somebody of a team may decide', async () => {
    await world.test.query(`insert into teams (organization, id, name) values ('northgate', 't-bar', 'Bar'), ('northgate', 't-door', 'Door');
      insert into team_members (organization, team, user_id) values ('northgate', 't-bar', 'u-cleo'), ('northgate', 't-door', 'u-vic')`)
    const request = await world.propose()
    const page = await list({ team: 't-bar' }, world.people.tomas)
    expect(page.rows.map(({ id }) => id)).toContain(request.id)
    expect(page.teams).toEqual([
      { id: 't-bar', name: 'Bar' },
      { id: 't-door', name: 'Door' },
    ])
    expect(await ids({ team: 't-door' }, world.people.tomas)).toEqual([])
    expect(await ids({ team: '\u0000' }, world.people.tomas)).toEqual([])
  })
})
