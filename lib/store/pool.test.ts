import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, granted, type World } from '@/lib/inbox/testing'

let world: World
beforeAll(async () => {
  world = await aWorld({ pool: 1 })
})
afterAll(() => world.close())

const idleInTransaction = () =>
  world.test.query(
    "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  )

describe('with one connection only (pitfalls A-61, A-62)', () => {
  it('everything still works, also many at once: nobody waits for a connection while holding the only one', async () => {
    const requests = await Promise.all(Array.from({ length: 12 }, () => world.propose()))
    const decided = await Promise.all(requests.map(({ id }) => world.approve(world.people.ada, id)))
    expect(decided.map((one) => granted(one).outcome)).toEqual(Array.from({ length: 12 }, () => 'done'))
    expect(await world.effects()).toBe(12)
    expect(await idleInTransaction()).toEqual([])
  })
  it('a tool that is given up leaves no transaction open, and the connection serves on', async () => {
    const { id } = await world.propose({ inputs: { sign: 'door', text: 'x', way: 'hangs' } })
    expect(granted(await world.approve(world.people.ada, id)).outcome).toBe('failed')
    expect(await idleInTransaction()).toEqual([])
    expect(granted(await world.approve(world.people.ada, (await world.propose()).id)).outcome).toBe('done')
  })
})
