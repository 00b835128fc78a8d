import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aClient, aWorld, codeOf, granted, HOUR_MS, MINUTE_MS, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())
beforeEach(() => world.mood.barred.clear())

const towels = { tool: 'order_towels', inputs: { count: 12 } }
const grantOf = async (request: string) => granted(await world.inbox.grant(world.client, request)).grant
const read = async (request: string) => granted(await world.inbox.viewForClient(world.client, request))
const SPENT = { ok: false, error: { code: 'spent', at: [] } }

describe('a grant', () => {
  it('is given for an approved write that the client performs, for thirty minutes, and kept as a hash only', async () => {
    const { id } = await world.approved(towels)
    const { grant, expiresAt } = granted(await world.inbox.grant(world.client, id))
    expect(grant).toMatch(/^grt_[0-9a-f]{48}$/)
    const [clock] = await world.test.query<{ now: Date }>('select app_now() as now')
    expect(Date.parse(expiresAt) - (clock?.now.getTime() ?? 0)).toBe(30 * MINUTE_MS)
    const rows = await world.test.query<{ row: string }>('select tokens::text as row from tokens')
    expect(rows.map(({ row }) => row).join()).not.toContain(grant.slice(4))
  })
  it('is for the client that proposed: others hear «not found»', async () => {
    const { id } = await world.approved(towels)
    for (const client of [world.otherClient, world.southClient])
      expect(await world.inbox.grant(client, id)).toEqual({ ok: false, error: { code: 'not_found', at: [] } })
    expect(codeOf(await world.inbox.grant(world.client, 'no id'))).toBe('not_found')
    expect(codeOf(await world.inbox.grant(aClient('c-rota', 'northgate', ['propose', 'read']), id))).toBe(
      'scope_missing',
    )
  })
  it('is not given before approval, after a rejection, or for what is performed here', async () => {
    const pending = await world.propose(towels)
    expect(codeOf(await world.inbox.grant(world.client, pending.id))).toBe('not_approved')
    granted(await world.inbox.decide(world.people.ada, { request: pending.id, verdict: 'reject', note: 'No' }))
    expect(codeOf(await world.inbox.grant(world.client, pending.id))).toBe('not_approved')
    const here = await world.approved({ inputs: { sign: 'door', text: 'x' } })
    expect(codeOf(await world.inbox.grant(world.client, here.id))).toBe('no_grant')
    const outside = await world.approved({ tool: 'post_letter', inputs: {} })
    expect(codeOf(await world.inbox.grant(world.client, outside.id))).toBe('no_grant')
  })
  it('is not given to whom could no longer make the write', async () => {
    const { id } = await world.approved(towels)
    world.mood.barred.add('u-tomas')
    expect(codeOf(await world.inbox.grant(world.client, id))).toBe('not_authorized')
    world.mood.barred.clear()
    world.mood.authorizeThrows = true
    expect(codeOf(await world.inbox.grant(world.client, id))).toBe('tool_failed')
    world.mood.authorizeThrows = false
  })
  it('a new one ends the older, unspent one', async () => {
    const { id } = await world.approved(towels)
    const [older, newer] = [await grantOf(id), await grantOf(id)]
    expect(await world.inbox.redeem(world.client, older, null)).toEqual(SPENT)
    expect(codeOf(await world.inbox.redeem(world.client, newer, null))).toBe('ok')
    expect(codeOf(await world.inbox.grant(world.client, id))).toBe('no_grant')
  })
})

describe('redeeming', () => {
  it('returns exactly the approved call, once, and the request is running', async () => {
    const { id } = await world.approved({ ...towels, agent: { name: 'Rota bot', words: 'please' } })
    const grant = await grantOf(id)
    expect(granted(await world.inbox.redeem(world.client, grant, null))).toEqual({
      request: id,
      tool: 'order_towels',
      version: '1',
      inputs: '{"count":12}',
      answer: null,
      user: 'u-tomas',
      agent: 'Rota bot',
      replayed: false,
    })
    expect(await read(id)).toMatchObject({ status: 'approved', outcome: 'running' })
    expect(await world.inbox.redeem(world.client, grant, null)).toEqual(SPENT)
  })
  it('every fault of a grant is the same answer and spends nothing', async () => {
    const { id } = await world.approved(towels)
    const grant = await grantOf(id)
    const { token } = await world.openAs(world.people.ada, (await world.propose(towels)).id)
    const answers = [
      await world.inbox.redeem(world.otherClient, grant, null),
      await world.inbox.redeem(world.southClient, grant, null),
      await world.inbox.redeem(world.client, 'grt_none', null),
      await world.inbox.redeem(world.client, '', null),
      await world.inbox.redeem(world.client, grant.toUpperCase(), null),
      await world.inbox.redeem(world.client, token ?? '', null),
    ]
    for (const answer of answers) expect(answer).toEqual(SPENT)
    expect(codeOf(await world.inbox.redeem(aClient('c-rota', 'northgate', ['read']), grant, null))).toBe(
      'scope_missing',
    )
    expect(codeOf(await world.inbox.redeem(world.client, grant, null))).toBe('ok')
  })
  it('is good at the instant of expiry, and not a millisecond later', async () => {
    const [one, two] = [await world.approved(towels), await world.approved(towels)]
    const grants = [await grantOf(one.id), await grantOf(two.id)]
    await world.advance(30 * MINUTE_MS)
    expect(codeOf(await world.inbox.redeem(world.client, grants[0] ?? '', null))).toBe('ok')
    await world.advance(1)
    expect(await world.inbox.redeem(world.client, grants[1] ?? '', null)).toEqual(SPENT)
    expect(codeOf(await world.inbox.redeem(world.client, await grantOf(two.id), null))).toBe('ok')
  })
  it('under a key, a lost answer is answered again for ten minutes, and then it is spent', async () => {
    const { id } = await world.approved(towels)
    const grant = await grantOf(id)
    const key = { key: 'redeem-1', bodyHash: 'b' }
    const first = granted(await world.inbox.redeem(world.client, grant, key))
    await world.advance(10 * MINUTE_MS - 1)
    expect(granted(await world.inbox.redeem(world.client, grant, key))).toEqual({ ...first, replayed: true })
    expect(codeOf(await world.inbox.redeem(world.client, grant, { ...key, bodyHash: 'c' }))).toBe(
      'idempotency_key_reused',
    )
    await world.advance(1)
    expect(await world.inbox.redeem(world.client, grant, key)).toEqual(SPENT)
  })
  it('a faulty attempt under a key does not use the key up', async () => {
    const { id } = await world.approved(towels)
    const key = { key: 'redeem-2', bodyHash: 'b' }
    expect(await world.inbox.redeem(world.client, 'grt_wrong', key)).toEqual(SPENT)
    expect(
      granted(await world.inbox.redeem(world.client, await grantOf(id), { ...key, bodyHash: 'right' })).replayed,
    ).toBe(false)
  })
})

describe('resolving', () => {
  it('says yes to exactly the approved call, in any order of its keys, and spends the grant', async () => {
    const { id } = await world.approved({ tool: 'set_sign', inputs: { sign: 'door', text: 'x' } })
    expect(codeOf(await world.inbox.grant(world.client, id))).toBe('no_grant')
    const request = await world.approved(towels)
    const grant = await grantOf(request.id)
    const resolve = (tool: string, inputs: { count?: number; more?: number }) =>
      world.inbox.resolve(world.client, { grant, tool, inputs }, null)
    expect(granted(await resolve('order_towels', { count: 13 }))).toEqual({ approved: false, replayed: false })
    expect(granted(await resolve('order_sheets', { count: 12 }))).toEqual({ approved: false, replayed: false })
    expect(granted(await resolve('order_towels\u0000', { count: 12 }))).toEqual({ approved: false, replayed: false })
    expect(granted(await resolve('order_towels', { count: 12, more: 1 }))).toEqual({ approved: false, replayed: false })
    expect((await read(request.id)).outcome).toBe('waiting')
    expect(granted(await resolve('order_towels', { count: 12 }))).toEqual({ approved: true, replayed: false })
    expect((await read(request.id)).outcome).toBe('running')
    expect(granted(await resolve('order_towels', { count: 12 }))).toEqual({ approved: false, replayed: false })
    expect(await world.inbox.redeem(world.client, grant, null)).toEqual(SPENT)
  })
  it('under a key answers the same for ten minutes', async () => {
    const { id } = await world.approved(towels)
    const call = { grant: await grantOf(id), tool: 'order_towels', inputs: { count: 12 } }
    const key = { key: 'resolve-1', bodyHash: 'b' }
    expect(granted(await world.inbox.resolve(world.client, call, key))).toEqual({ approved: true, replayed: false })
    expect(granted(await world.inbox.resolve(world.client, call, key))).toEqual({ approved: true, replayed: true })
  })
})

describe('nobody redeems it', () => {
  it('for 24 hours: lapsed, once, and no grant is given or spent after that', async () => {
    const { id } = await world.approved(towels)
    await world.advance(24 * HOUR_MS - 1)
    await world.work()
    expect((await read(id)).outcome).toBe('waiting')
    const grant = await grantOf(id)
    await world.advance(1)
    // lapsed for every statement, before any worker has written so
    expect(await world.inbox.redeem(world.client, grant, null)).toEqual(SPENT)
    expect(codeOf(await world.inbox.grant(world.client, id))).toBe('no_grant')
    await Promise.all([world.work(), world.work()])
    expect(await read(id)).toMatchObject({ status: 'approved', outcome: 'lapsed' })
    expect(await world.inbox.redeem(world.client, grant, null)).toEqual(SPENT)
    expect(codeOf(await world.inbox.grant(world.client, id))).toBe('no_grant')
    const lapses = await world.test.query("select 1 from events where request = $1 and kind = 'request.lapsed'", [id])
    expect(lapses).toHaveLength(1)
  })
})
