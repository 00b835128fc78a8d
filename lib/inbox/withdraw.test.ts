import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClient, aWorld, codeOf, granted, HOUR_MS, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const read = async (request: string) => granted(await world.inbox.viewForClient(world.client, request))
const kinds = async (request: string) =>
  (await world.test.query<{ kind: string }>('select kind from events where request = $1 order by n', [request])).map(
    ({ kind }) => kind,
  )

describe('taking a request back', () => {
  it('the person it is for may, and doing so twice answers the same', async () => {
    const { id } = await world.propose()
    const first = granted(await world.inbox.withdraw(world.people.tomas, id))
    expect(first.status).toBe('withdrawn')
    await world.advance(1_000)
    expect(granted(await world.inbox.withdraw(world.people.tomas, id))).toEqual(first)
    expect(await kinds(id)).toEqual(['request.proposed', 'request.withdrawn'])
    expect(await read(id)).toMatchObject({ status: 'withdrawn', decidedAt: first.at, outcome: null })
  })
  it('the client that proposed may, also under an Idempotency-Key', async () => {
    const { id } = await world.propose()
    const key = { key: 'w1', bodyHash: 'b' }
    const first = granted(await world.inbox.withdrawForClient(world.client, id, key))
    expect(first).toMatchObject({ replayed: false, request: { status: 'withdrawn' } })
    expect(granted(await world.inbox.withdrawForClient(world.client, id, key))).toEqual({ ...first, replayed: true })
    expect(codeOf(await world.inbox.withdrawForClient(world.client, id, { ...key, bodyHash: 'c' }))).toBe(
      'idempotency_key_reused',
    )
  })
  it('nobody else may: a decider, another client, another organization hear «not found»', async () => {
    const { id } = await world.propose()
    const { ada, zoe } = world.people
    const answers = [
      await world.inbox.withdraw(ada, id),
      await world.inbox.withdraw({ ...zoe, id: 'u-tomas' }, id),
      await world.inbox.withdraw(world.people.tomas, 'no id'),
      await world.inbox.withdrawForClient(world.otherClient, id, null),
      await world.inbox.withdrawForClient(world.southClient, id, null),
    ]
    for (const answer of answers) expect(answer).toEqual({ ok: false, error: { code: 'not_found', at: [] } })
    expect((await read(id)).status).toBe('pending')
  })
  it('asks for the scope to propose', async () => {
    const { id } = await world.propose()
    const reader = aClient('c-rota', 'northgate', ['read'])
    expect(codeOf(await world.inbox.withdrawForClient(reader, id, null))).toBe('scope_missing')
  })
  it('what is decided stays decided, and says by whom and when', async () => {
    const { id } = await world.propose()
    granted(await world.inbox.decide(world.people.ben, { request: id, verdict: 'reject', note: 'No' }))
    const { decidedAt } = await read(id)
    const refusal = { code: 'already_decided', at: [{ path: '$', message: 'rejected' }], by: 'Ben', when: decidedAt }
    expect(await world.inbox.withdraw(world.people.tomas, id)).toEqual({ ok: false, error: refusal })
    expect(await world.inbox.withdrawForClient(world.client, id, null)).toEqual({ ok: false, error: refusal })
  })
  it('closes it for everybody: nobody can decide it any more', async () => {
    const { id } = await world.propose()
    const { token } = await world.openAs(world.people.ada, id)
    granted(await world.inbox.withdraw(world.people.tomas, id))
    const late = await world.inbox.decide(world.people.ada, { request: id, verdict: 'approve', token: token ?? '' })
    expect(late).toMatchObject({ error: { code: 'already_decided', at: [{ message: 'withdrawn' }] } })
    expect((await world.inbox.list(world.people.ada, { view: 'mine' })).rows.map((row) => row.id)).not.toContain(id)
  })
  it('works also when the tool cannot describe or authorize', async () => {
    const { id } = await world.propose()
    world.mood.describeThrows = world.mood.authorizeThrows = true
    expect(codeOf(await world.inbox.withdraw(world.people.tomas, id))).toBe('ok')
    world.mood.describeThrows = world.mood.authorizeThrows = false
  })
})

describe('past its time', () => {
  it('a pending request is expired for every reader at that very moment, and cannot be taken back', async () => {
    const request = await world.propose({ expiresInMs: HOUR_MS })
    await world.advance(HOUR_MS - 1)
    expect((await read(request.id)).status).toBe('pending')
    await world.advance(1)
    expect(await read(request.id)).toMatchObject({ status: 'expired', decidedAt: request.expiresAt })
    const { view, token } = await world.openAs(world.people.ada, request.id)
    expect([view.status, token]).toEqual(['expired', null])
    const { rows } = await world.inbox.list(world.people.ada, { view: 'mine' })
    expect(rows.map(({ id }) => id)).not.toContain(request.id)
    const over = (await world.inbox.list(world.people.ada, { view: 'decided' })).rows
    expect(over.find(({ id }) => id === request.id)?.status).toBe('expired') // before any worker has written so
    const statuses = async (status: 'pending' | 'expired') =>
      granted(await world.inbox.listForClient(world.client, { status })).requests.map(({ id }) => id)
    expect(await statuses('pending')).not.toContain(request.id)
    expect(await statuses('expired')).toContain(request.id)
    expect(await world.inbox.withdraw(world.people.tomas, request.id)).toMatchObject({
      error: { code: 'already_decided', at: [{ message: 'expired' }], when: request.expiresAt },
    })
    expect(await kinds(request.id)).toEqual(['request.proposed'])
  })
  it('the workers write it down once, however many there are', async () => {
    const request = await world.propose({ expiresInMs: HOUR_MS })
    await world.advance(HOUR_MS)
    await Promise.all([world.work(), world.work(), world.work(), world.work()])
    expect(await kinds(request.id)).toEqual(['request.proposed', 'request.expired'])
    expect(await read(request.id)).toMatchObject({ status: 'expired', decidedAt: request.expiresAt, decision: null })
    expect(await world.test.query('select 1 from timers where request = $1', [request.id])).toEqual([])
    const { rows } = await world.inbox.list(world.people.ada, { view: 'decided' })
    expect(rows.find(({ id }) => id === request.id)).toMatchObject({ status: 'expired', decidedBy: null })
  })
  it('a timer that cannot be written holds up no other', async () => {
    const [broken, fine] = [await world.propose({ expiresInMs: 1_000 }), await world.propose({ expiresInMs: 2_000 })]
    await world.test.query('delete from events where request = $1', [broken.id])
    await world.test.query(
      'insert into events select organization, $1::uuid, 2, kind, body, head, hash, at from events limit 1',
      [broken.id],
    )
    await world.advance(2_000)
    expect(await world.work()).toBe(1)
    expect(await kinds(fine.id)).toContain('request.expired')
    expect(world.logged.at(-1)).toMatchObject({ level: 'error', event: 'timer.failed', facts: { request: broken.id } })
    const [timer] = await world.test.query<{ later: boolean }>(
      'select due > app_now() as later from timers where request = $1',
      [broken.id],
    )
    expect(timer?.later, 'it is tried again behind all others').toBe(true)
    await world.test.query('delete from timers where request = $1', [broken.id])
  })
})
