import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aWorld, codeOf, granted, type World } from './testing'

const towels = { kind: 'write' as const, tool: 'order_towels', inputs: { count: 12 } }
const SIGN = { sign: 'door', text: 'Closed' }
const named = (...people: string[]) => ({ who: { kind: 'people' as const, people } })

let world: World
let reads: number
beforeAll(async () => {
  world = await aWorld()
  const { proposalContext } = world.ports.store
  world.ports.store.proposalContext = (asked) => {
    reads += 1
    return proposalContext(asked)
  }
})
beforeEach(async () => {
  await world.policy('order_towels', named('u-ada', 'u-ben'))
  await world.propose(towels)
  reads = 0
})
afterAll(() => world.close())

const mayDecide = async (request: string) => {
  const rows = await world.test.query<{ person: string }>(
    'select person from eligibility where request = $1 and may_decide order by person',
    [request],
  )
  return rows.map(({ person }) => person)
}

describe('what was read for the last proposal', () => {
  it('serves the next one, which is written as the first was', async () => {
    const { id } = await world.propose(towels)
    expect(reads).toBe(0)
    expect(await mayDecide(id)).toEqual(['u-ada', 'u-ben'])
  })

  it('gives way to another policy of the organization, and to none', async () => {
    await world.policy('order_towels', named('u-cleo'))
    const { id } = await world.propose(towels)
    expect(await mayDecide(id)).toEqual(['u-cleo'])
    expect(reads).toBe(1)
    await world.test.query("delete from policies where subject = 'order_towels'")
    const { id: other } = await world.propose(towels)
    expect(reads).toBe(2)
    expect(await mayDecide(other)).toEqual(['u-ada', 'u-ben', 'u-cleo']) // by the tool’s own policy
  })

  it('gives way to other memberships: who is no member any more gets no row', async () => {
    await world.test.query("select change_roll('northgate')")
    await world.test.query("delete from members where organization = 'northgate' and user_id = 'u-ben'")
    const { id } = await world.propose(towels)
    expect(reads).toBe(1)
    expect(await mayDecide(id)).toEqual(['u-ada'])
    await world.test.query("insert into members (organization, user_id, role) values ('northgate', 'u-ben', 'member')")
    await world.test.query("select change_roll('northgate')")
  })

  it('refuses nothing: what it would refuse is looked at anew, and what is wrong is logged once', async () => {
    await world.propose()
    reads = 0
    world.logged.length = 0
    world.mood.describeThrows = true
    const proposed = await world.inbox.propose(world.client, { ...towels, tool: 'set_sign', inputs: SIGN }, null)
    world.mood.describeThrows = false
    expect([codeOf(proposed), reads, world.logged.map(({ event }) => event)]).toEqual([
      'tool_failed',
      1,
      ['tool.threw'],
    ])
  })

  it('holds no more when it changes while a proposal is on its way', async () => {
    const { propose } = world.ports.store
    world.ports.store.propose = async (row) => {
      world.ports.store.propose = propose
      await world.policy('order_towels', named('u-cleo'))
      return propose(row)
    }
    const before = await world.count('requests')
    const { id } = await world.propose(towels)
    expect(await mayDecide(id)).toEqual(['u-cleo'])
    expect(await world.count('requests')).toBe(before + 1)
  })

  it('answers a repeated call as the first was answered', async () => {
    const once = { key: 'k-remembered', bodyHash: 'b' }
    const first = granted(await world.inbox.propose(world.client, towels, once))
    expect(granted(await world.inbox.propose(world.client, towels, once))).toEqual({ ...first, replayed: true })
    expect(codeOf(await world.inbox.propose(world.client, towels, { ...once, bodyHash: 'other' }))).toBe(
      'idempotency_key_reused',
    )
  })
})
