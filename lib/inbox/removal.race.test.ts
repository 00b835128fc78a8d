import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '@/lib/policy'
import { administration, organizationStore } from '@/lib/store'
import { RACE_LIMIT, ROUNDS } from './race.fixture'
import { aWorld, granted, type World } from './testing'

const boss: Person = { kind: 'person', id: 'u-boss', org: 'northgate', name: 'Boss', role: 'admin' }
let world: World
beforeAll(async () => {
  world = await aWorld()
  await administration(world.db).putMember({ ...boss, email: 'boss@northgate.example' })
})
afterAll(() => world.close())

const statusOf = async (id: string) =>
  (await world.test.query<{ status: string }>('select status from requests where id = $1', [id]))[0]?.status
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it(
  `a removal and an approval at once, ${ROUNDS} times: once the removal is answered, nothing of it is decided any more`,
  RACE_LIMIT,
  async () => {
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await world.propose()
      const { token } = await world.openAs(world.people.ada, id)
      const { ada } = world.people
      const approving = pause(Math.random() * 6).then(() =>
        world.inbox.decide(ada, { request: id, verdict: 'approve', ...(token === null ? {} : { token }) }),
      )
      await pause(Math.random() * 12)
      expect(await organizationStore(world.db).remove(boss, ada.id)).toBe('ok')
      const then = await statusOf(id)
      const answer = await approving
      expect(await statusOf(id)).toBe(then)
      expect(then).toBe(answer.ok ? 'approved' : 'pending')
      if (!answer.ok) expect(answer.error.code).toBe('not_found')
      seen.add(answer.ok ? 'approved' : 'refused')
      // whoever is nowhere gave their address back
      await world.test.query("update users set email = 'ada@northgate.example' where id = 'u-ada'")
      await administration(world.db).putMember({ ...ada, email: 'ada@northgate.example' })
    }
    // both ends came about, so the race was one
    expect([...seen].sort()).toEqual(['approved', 'refused'])
  },
)

it('a removal waits for a verdict whose write is under way', async () => {
  const { ada } = world.people
  const { id } = await world.propose()
  const { token } = await world.openAs(ada, id)
  const holder = new pg.Client({ connectionString: world.test.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table play.signs in exclusive mode')
  const approving = world.inbox.decide(ada, { request: id, verdict: 'approve', ...(token === null ? {} : { token }) })
  const waiting = async () =>
    (
      await world.test.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).length
  await expect.poll(waiting).toBe(1)
  let isRemoved = false
  const removing = organizationStore(world.db)
    .remove(boss, ada.id)
    .then((said) => {
      isRemoved = true
      return said
    })
  await expect.poll(waiting).toBe(2)
  expect(isRemoved).toBe(false)
  await holder.end()
  expect(granted(await approving).status).toBe('approved')
  expect(await removing).toBe('ok')
})
