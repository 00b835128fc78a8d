import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClient, aWorld, codeOf, granted, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const never = new AbortController().signal
const wait = (request: string, events: number | null, waitMs = 20_000, signal = never, client = world.client) =>
  world.inbox.waitForChange(client, request, { waitMs, events, signal })
const reject = (request: string) => world.inbox.decide(world.people.ada, { request, verdict: 'reject', note: 'No' })

describe('waiting on a request', () => {
  it('answers at once where it is decided already, or has more events than were known', async () => {
    const { id } = await world.propose()
    expect(granted(await wait(id, 0)).status).toBe('pending')
    granted(await reject(id))
    expect(granted(await wait(id, null)).status).toBe('rejected')
    expect(granted(await wait(id, 1)).events).toBe(2)
  })
  it('answers as soon as it is decided, to everyone who waits', async () => {
    const { id } = await world.propose()
    const waiting = [wait(id, null), wait(id, 1), wait(id, null)]
    granted(await reject(id))
    for (const one of await Promise.all(waiting)) expect(granted(one).status).toBe('rejected')
  })
  it('loses no change that comes between its read and its wait', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await world.propose()
      const [seen] = await Promise.all([wait(id, null), reject(id)])
      expect(granted(seen).status).toBe('rejected')
    }
  })
  it('is not woken by other requests: when its time is over it answers what there is', async () => {
    const [one, other] = [await world.propose(), await world.propose()]
    const waiting = wait(one.id, null, 300)
    granted(await reject(other.id))
    expect(granted(await waiting)).toEqual(one)
  })
  it('ends when the caller goes away', async () => {
    const { id } = await world.propose()
    const caller = new AbortController()
    const waiting = wait(id, null, 60_000, caller.signal)
    caller.abort()
    expect(granted(await waiting).status).toBe('pending')
    expect(granted(await wait(id, null, 60_000, caller.signal)).status).toBe('pending')
  })
  it('is for the client that proposed, with the scope to read', async () => {
    const { id } = await world.propose()
    expect(codeOf(await wait(id, null, 1, never, world.otherClient))).toBe('not_found')
    expect(codeOf(await wait(id, null, 1, never, world.southClient))).toBe('not_found')
    expect(codeOf(await wait('no id', null, 1))).toBe('not_found')
    expect(codeOf(await wait(id, null, 1, never, aClient('c-rota', 'northgate', ['propose'])))).toBe('scope_missing')
  })
})
