import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountFor, FEWER, RACE_LIMIT, type Race, type RacerAnswer, ROUNDS, startRace } from './race.fixture'
import { aWorld, granted, type World } from './testing'

let world: World
let race: Race
beforeAll(async () => {
  world = await aWorld()
  race = await startRace(world)
})
afterAll(async () => {
  await race.stop()
  await world.close()
})

const aGranted = async () => {
  const { id } = await world.approved({ tool: 'order_towels', inputs: { count: 1 } })
  return { id, grant: granted(await world.inbox.grant(world.client, id)).grant }
}
const codes = (answers: RacerAnswer[]) => answers.flatMap(({ error }) => error?.code ?? [])
const REDEEMED = ['request.proposed', 'request.verdict', 'request.redeemed']
/** The approval's own token, and the grant. */
const SPENT_BOTH = { outcome: 'running', spent: 2, grants: 0, kinds: REDEEMED }

describe(`64 callers in four processes, up to ${ROUNDS} rounds each`, RACE_LIMIT, () => {
  it('redeem one grant at once: one gets the call, the others all hear the same', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, grant } = await aGranted()
      const answers = await race.run(() => ({ do: 'redeem', grant, key: null }))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(codes(answers)).toEqual(Array.from({ length: 63 }, () => 'spent'))
      expect(await accountFor(world, id)).toMatchObject(SPENT_BOTH)
    }
  })

  it('redeem it under one Idempotency-Key: all get the call, one of them first', async () => {
    for (let round = 0; round < FEWER; round++) {
      const { id, grant } = await aGranted()
      const key = { key: `round-${round}`, bodyHash: 'b' }
      const answers = await race.run(() => ({ do: 'redeem', grant, key }))
      expect(answers.filter(({ value }) => value?.request === id)).toHaveLength(64)
      expect(answers.filter(({ value }) => value?.replayed === false)).toHaveLength(1)
      expect(await accountFor(world, id)).toMatchObject(SPENT_BOTH)
    }
  })

  it('redeem and resolve one grant: one of all of them spends it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, grant } = await aGranted()
      const answers = await race.run((n) =>
        n % 2 === 0 ? { do: 'redeem', grant, key: null } : { do: 'resolve', grant },
      )
      const successes = answers.filter(({ ok, value }) => ok && value?.approved !== false)
      expect(successes).toHaveLength(1)
      expect(await accountFor(world, id)).toMatchObject(SPENT_BOTH)
    }
  })

  it('ask for grants at once: each gets one, one of them lives, and only that one pays', async () => {
    for (let round = 0; round < FEWER; round++) {
      const { id } = await world.approved({ tool: 'order_towels', inputs: { count: 1 } })
      const grants = (await race.run(() => ({ do: 'grant', request: id }))).map(({ value }) => String(value?.grant))
      expect(new Set(grants).size).toBe(64)
      expect(await accountFor(world, id)).toMatchObject({ outcome: 'waiting', spent: 1, grants: 1 })
      const answers = await race.run((n) => ({ do: 'redeem', grant: grants[n] ?? '', key: null }))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await accountFor(world, id)).toMatchObject(SPENT_BOTH)
    }
  })

  it('ask for grants while one is redeemed: the call is taken away once', async () => {
    for (let round = 0; round < FEWER; round++) {
      const { id, grant } = await aGranted()
      const answers = await race.run((n) =>
        n % 2 === 0 ? { do: 'redeem', grant, key: null } : { do: 'grant', request: id },
      )
      const redeemed = answers.filter(({ value }) => value?.inputs !== undefined).length
      const account = await accountFor(world, id)
      expect(redeemed).toBe(account.outcome === 'running' ? 1 : 0)
      expect(account.kinds.filter((kind) => kind === 'request.redeemed')).toHaveLength(redeemed)
      expect(new Set(codes(answers))).toEqual(
        new Set(codes(answers).filter((code) => ['spent', 'no_grant'].includes(code))),
      )
    }
  })

  it('a person settles what is unknown while the client reports: one of them has', async () => {
    for (let round = 0; round < FEWER; round++) {
      const { id, grant } = await aGranted()
      granted(await world.inbox.redeem(world.client, grant, null))
      granted(await world.inbox.reportOutcome(world.client, id, { outcome: 'unknown' }, null))
      await race.run((n) => (n % 2 === 0 ? { do: 'settle', who: 'ben', request: id } : { do: 'report', request: id }))
      const { kinds, outcome } = await accountFor(world, id)
      expect(kinds).toHaveLength(5)
      expect(outcome).toBe(kinds[4] === 'request.settled' ? 'done' : 'failed')
    }
  })

  it('propose under one Idempotency-Key: one request', async () => {
    for (let round = 0; round < FEWER; round++) {
      const before = await world.count('requests')
      const key = { key: `propose-${round}`, bodyHash: 'b' }
      const answers = await race.run(() => ({ do: 'propose', key }))
      expect(answers.filter(({ value }) => value?.replayed === false)).toHaveLength(1)
      expect(new Set(answers.map(({ value }) => JSON.stringify(value?.request))).size).toBe(1)
      expect(await world.count('requests')).toBe(before + 1)
    }
  })
})
