import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutsideContext, Performed } from '@/lib/tools'
import { registry } from '@/lib/tools'
import { aWorld, granted, HOUR_MS, playTools, type World } from './testing'
import { PERFORM_ATTEMPTS, PERFORM_LEASE_MS, work } from './work'

let world: World
let calls: OutsideContext[]
let answer: (context: OutsideContext) => Promise<Performed>
beforeAll(async () => {
  world = await aWorld()
  world.mood.performOutside = (context) => {
    calls.push(context)
    return answer(context)
  }
})
afterAll(() => world.close())
beforeEach(() => {
  calls = []
  answer = async () => ({ did: true, note: 'Sent' })
  world.mood.barred.clear()
  world.mood.authorizeThrows = false
})

const letter = { tool: 'post_letter', inputs: {} }
const bell = { tool: 'ring_bell', inputs: {} }
const read = async (request: string) => granted(await world.inbox.viewForClient(world.client, request))
const fails = async () => {
  throw new Error('no connection')
}
/** As the worker does: until nothing is due, and time goes on in between. */
async function workUntil(isOver: () => Promise<boolean>): Promise<void> {
  for (let turns = 0; turns < 50 && !(await isOver()); turns++) {
    await world.work()
    await world.advance(600_000)
  }
}

describe('performing outside', () => {
  it('happens after the decision has committed, once, and the outcome is told', async () => {
    let seen = ''
    answer = async () => {
      seen = (await read(request.id)).status
      return { did: true, note: 'Sent' }
    }
    const request = await world.propose(letter)
    expect(granted(await world.approve(world.people.ada, request.id))).toMatchObject({
      status: 'approved',
      outcome: 'waiting',
    })
    expect(calls).toEqual([])
    expect(await world.work()).toBe(1)
    expect(await world.work()).toBe(0)
    expect(seen).toBe('approved')
    expect(calls).toHaveLength(1)
    expect(await read(request.id)).toMatchObject({ outcome: 'done', outcomeNote: 'Sent' })
  })
  it('does not wait for a rejected or a pending request', async () => {
    const request = await world.propose(letter)
    granted(await world.inbox.decide(world.people.ada, { request: request.id, verdict: 'reject', note: 'No' }))
    await world.propose(letter)
    expect(await world.work()).toBe(0)
  })
  it('an idempotent write is tried again, later each time, always with the same key', async () => {
    const { id } = await world.approved(letter)
    answer = async ({ attempt }) => (attempt < 4 ? fails() : { did: true })
    await world.work()
    expect(await world.work()).toBe(0)
    expect((await read(id)).outcome).toBe('running')
    await workUntil(async () => (await read(id)).outcome === 'done')
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([`cs-${id}`]))
  })
  it('and at last nobody knows: an attempt may have got through, so a person is asked', async () => {
    const { id } = await world.approved(letter)
    answer = fails
    await workUntil(async () => (await read(id)).outcome === 'unknown')
    expect(await read(id)).toMatchObject({
      outcome: 'unknown',
      outcomeNote: `It could not be done in ${PERFORM_ATTEMPTS} attempts. It may have happened all the same.`,
    })
    expect(calls).toHaveLength(PERFORM_ATTEMPTS)
    await world.advance(24 * HOUR_MS)
    await world.work()
    expect(calls).toHaveLength(PERFORM_ATTEMPTS)
    const told = JSON.stringify(await world.openAs(world.people.ada, id))
    expect(told).toContain(`It could not be done in ${PERFORM_ATTEMPTS} attempts.`)
    expect(told).not.toContain('no connection')
  })
  it('a tool that looks again and refuses has failed, with its words, and is not tried again', async () => {
    const { id } = await world.approved(letter)
    answer = async () => ({ did: false, why: 'The address is gone.' })
    await world.work()
    await world.advance(HOUR_MS)
    expect(await world.work()).toBe(0)
    expect(await read(id)).toMatchObject({ outcome: 'failed', outcomeNote: 'The address is gone.' })
  })
  it('who lost the right meanwhile has nothing performed', async () => {
    const { id } = await world.approved(letter)
    world.mood.barred.add('u-tomas')
    await world.work()
    expect(calls).toEqual([])
    expect((await read(id)).outcome).toBe('failed')
  })
  it('a tool that cannot authorize is asked again later', async () => {
    const { id } = await world.approved(letter)
    world.mood.authorizeThrows = true
    await world.work()
    expect([calls.length, (await read(id)).outcome]).toEqual([0, 'waiting'])
    world.mood.authorizeThrows = false
    await workUntil(async () => (await read(id)).outcome === 'done')
    expect(calls).toHaveLength(1)
  })
  it('a tool that is gone, or here in another version, has failed', async () => {
    const { id } = await world.approved(letter)
    const newer = playTools(world.mood).map((tool) => ({ ...tool, version: '2' }))
    await work(
      world.ports,
      registry(newer, () => () => []),
    )
    expect(calls).toEqual([])
    expect(await read(id)).toMatchObject({ outcome: 'failed', outcomeNote: expect.stringContaining('version') })
  })
})

describe('many workers', () => {
  it('share the work: each write is performed by one of them', async () => {
    const requests = await Promise.all(Array.from({ length: 12 }, () => world.approved(letter)))
    while ((await Promise.all([world.work(), world.work(), world.work(), world.work()])).some((done) => done > 0));
    expect(calls.map(({ key }) => key).sort()).toEqual(requests.map(({ id }) => `cs-${id}`).sort())
  })
})

/** A worker that dies in the middle: what it began never answers, and its lease runs out. */
async function dies(): Promise<void> {
  answer = () => new Promise(() => undefined)
  void world.work()
  for (let n = 0; n < 500 && calls.length === 0; n++) await new Promise((done) => setTimeout(done, 10))
  expect(calls).toHaveLength(1)
  answer = async () => ({ did: true })
}

describe('a worker that died in the middle', () => {
  it('holds its claim until the lease is over, and not longer', async () => {
    const { id } = await world.approved(letter)
    await dies()
    await world.advance(PERFORM_LEASE_MS)
    expect(await world.work()).toBe(0)
    await world.advance(1)
    expect(await world.work()).toBe(1)
    expect(calls.map(({ key }) => key)).toEqual([`cs-${id}`, `cs-${id}`])
    expect((await read(id)).outcome).toBe('done')
  })
  it('a write that is not idempotent is not begun twice: unknown, and a person is asked', async () => {
    const { id } = await world.approved(bell)
    await dies()
    await world.advance(PERFORM_LEASE_MS + 1)
    await world.work()
    expect(calls).toHaveLength(1)
    expect((await read(id)).outcome).toBe('unknown')
    const { counts } = await world.inbox.list(world.people.ada, { view: 'mine' })
    expect(counts.attention).toBeGreaterThan(0)
    granted(await world.inbox.settle(world.people.ada, id, { happened: true, note: 'I heard it' }))
    expect((await read(id)).outcome).toBe('done')
  })
  it('nor is it called failed because its tool is gone, or the right is lost, or it cannot say', async () => {
    for (const meanwhile of ['gone', 'barred', 'silent']) {
      calls = []
      const { id } = await world.approved(meanwhile === 'gone' ? letter : bell)
      await dies()
      await world.advance(PERFORM_LEASE_MS + 1)
      if (meanwhile === 'barred') world.mood.barred.add('u-tomas')
      world.mood.authorizeThrows = meanwhile === 'silent'
      await (meanwhile === 'gone'
        ? work(
            world.ports,
            registry([], () => () => []),
          )
        : world.work())
      expect([meanwhile, (await read(id)).outcome]).toEqual([meanwhile, 'unknown'])
      world.mood.barred.clear()
      world.mood.authorizeThrows = false
    }
  })
})

describe('a write that is not idempotent', () => {
  it('and breaks once it was begun is unknown, not failed, and is never begun again', async () => {
    const { id } = await world.approved(bell)
    answer = fails
    await world.work()
    await world.advance(24 * HOUR_MS)
    await world.work()
    expect(calls).toHaveLength(1)
    expect((await read(id)).outcome).toBe('unknown')
  })
})

describe('a job that breaks outside its tool', () => {
  it('a word that the database does not take is kept without it: the write is not made again', async () => {
    const { id } = await world.approved(letter)
    answer = async () => ({ did: true, note: 'Sent\u0000' })
    await workUntil(async () => (await read(id)).outcome === 'done')
    expect(calls).toHaveLength(1)
    expect(await read(id)).toMatchObject({ outcomeNote: 'Sent\ufffd' })
  })
  it('counts as an attempt, holds up no other, and is given up at last', async () => {
    const { id } = await world.approved(letter)
    const breaks = async (): Promise<never> => {
      throw new Error('no room left')
    }
    const ports = { ...world.ports, store: { ...world.store, beginPerform: breaks } }
    for (let turn = 0; turn < PERFORM_ATTEMPTS + 2; turn++) {
      await work(ports, world.tools)
      await world.advance(600_000)
    }
    expect(calls).toEqual([])
    expect(await read(id)).toMatchObject({
      outcome: 'failed',
      outcomeNote: `It could not be done in ${PERFORM_ATTEMPTS} attempts.`,
    })
  })
  it('a worker that was slower than its lease does not begin what another has done', async () => {
    const { id } = await world.approved(bell)
    let wake = () => {}
    let isStalled = false
    const stall = new Promise<void>((resolve) => {
      wake = resolve
    })
    const keepPerform: typeof world.store.keepPerform = async (...of) => {
      const kept = await world.store.keepPerform(...of)
      isStalled = true
      await stall
      return kept
    }
    const slow = work({ ...world.ports, store: { ...world.store, keepPerform } }, world.tools)
    for (let n = 0; n < 500 && !isStalled; n++) await new Promise((done) => setTimeout(done, 10))
    await world.advance(PERFORM_LEASE_MS + 1)
    await world.work()
    wake()
    await slow
    expect(calls).toHaveLength(1)
    expect((await read(id)).outcome).toBe('done')
  })
})

describe('sweeping', () => {
  it('removes what has had its time, and no history', async () => {
    const { id } = await world.approved({})
    const tables = ['requests', 'verdicts', 'events', 'eligibility']
    const before = await Promise.all(tables.map((table) => world.count(table)))
    await world.store.forgetNotices()
    await world.advance(8 * 24 * HOUR_MS)
    await world.store.sweep()
    for (const table of ['tokens', 'idempotency', 'outbox'])
      expect([table, await world.count(table)]).toEqual([table, 0])
    expect(await Promise.all(tables.map((table) => world.count(table)))).toEqual(before)
    expect((await read(id)).status).toBe('approved')
  })
})
