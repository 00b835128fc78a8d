import { afterAll, describe, expect, it } from 'vitest'
import { aProposal, aWorld, codeOf, granted, type World } from '@/lib/inbox/testing'
import { openDatabase, tokens } from './index'

const worlds: World[] = []
afterAll(async () => {
  for (const world of worlds) await world.close()
})

/** A world whose database lives in another zone: everyone who connects from now on, and asks for nothing else, does too. */
async function aWorldIn(zone: string): Promise<World> {
  const world = await aWorld()
  worlds.push(world)
  const [database] = await world.test.query<{ name: string }>('select current_database() as name')
  await world.test.query(`alter database ${database?.name} set timezone to '${zone}'`)
  await world.db.close()
  const again = openDatabase(world.test.url)
  Object.assign(world.db, again)
  return world
}

describe.each(['America/New_York', 'Asia/Tokyo', 'Asia/Kathmandu'])('on a database in %s', (zone) => {
  it('times are the same instants going in, coming out and inside (pitfall A-63)', async () => {
    const world = await aWorldIn(zone)
    await world.test.setClock('2026-03-08T06:59:59.123Z') // New York loses an hour a second later
    const store = tokens(
      world.db,
      (bytes) => new Uint8Array(bytes).fill(7),
      () => 'cnf_zone',
    )
    const call = { tool: 't', version: '1', inputs: null, user: 'u-ada', org: 'northgate' }
    granted(await store.issue(call, null, new Date('2026-03-08T07:09:59.123Z'), 'cnf'))
    const [row] = await world.test.query<{ seconds: number }>(
      'select extract(epoch from expires_at)::float8 as seconds from tokens where held_by is null',
    )
    expect(row?.seconds).toBe(Date.parse('2026-03-08T07:09:59.123Z') / 1000)
    await world.test.setClock('2026-03-08T07:09:59.124Z')
    expect(await store.resolve('cnf_zone', call)).toBe(false)
    await world.test.setClock('2026-03-08T07:09:59.123Z')
    expect(await store.resolve('cnf_zone', call)).toBe(true)
  })

  it('a request expires at its own moment, and every reader says the same time', async () => {
    const world = worlds.at(-1) ?? (await aWorldIn(zone))
    await world.test.setClock('2026-11-01T05:30:00.500Z') // New York has this hour twice
    const request = granted(
      await world.inbox.propose(world.client, aProposal({ expiresInMs: 3_600_000 }), null),
    ).request
    expect([request.createdAt, request.expiresAt]).toEqual(['2026-11-01T05:30:00.500Z', '2026-11-01T06:30:00.500Z'])
    const { view } = await world.openAs(world.people.ada, request.id)
    expect([view.createdAt, view.expiresAt]).toEqual([request.createdAt, request.expiresAt])
    expect(view.history[0]?.at).toBe(request.createdAt)
    const { rows } = await world.inbox.list(world.people.ada, { view: 'mine' })
    expect(rows[0]).toMatchObject({ createdAt: request.createdAt, expiresAt: request.expiresAt })
    await world.test.setClock('2026-11-01T06:30:00.499Z')
    expect(granted(await world.inbox.viewForClient(world.client, request.id)).status).toBe('pending')
    await world.test.setClock('2026-11-01T06:30:00.500Z')
    const late = await world.inbox.decide(world.people.ada, { request: request.id, verdict: 'reject', note: 'No' })
    expect([codeOf(late), late.ok ? null : late.error.when]).toEqual(['already_decided', request.expiresAt])
  })
})
