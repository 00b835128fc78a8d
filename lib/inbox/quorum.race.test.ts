import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountFor,
  aRequest,
  calledOf,
  decide,
  expectLosersKnow,
  firsts,
  nameOf,
  RACE_LIMIT,
  type Race,
  ROUNDS,
  startRace,
} from './race.fixture'
import { aWorld, type World } from './testing'

let world: World
let race: Race
beforeAll(async () => {
  world = await aWorld()
  await world.policy('set_sign', { who: { kind: 'people', people: ['u-ada', 'u-ben', 'u-cleo'] }, quorum: 2 })
  race = await startRace(world)
})
afterAll(async () => {
  await race.stop()
  await world.close()
})

describe(`64 callers in four processes, up to ${ROUNDS} rounds each`, RACE_LIMIT, () => {
  it('a quorum of two, three people at once: two verdicts, one effect, one decision', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, tokens } = await aRequest(world)
      const answers = await race.run((n) => decide(id, nameOf(n), 'approve', tokens[nameOf(n)]))
      expect(firsts(answers)).toHaveLength(2)
      const account = await accountFor(world, id)
      expect(account).toMatchObject({ status: 'approved', outcome: 'done', spent: 2 })
      expect(new Set(account.verdicts.map(({ person }) => person)).size).toBe(2)
      expect(account.verdicts[1]?.person).toBe(account.decidedBy)
      expect(account.kinds).toEqual(['request.proposed', 'request.verdict', 'request.verdict', 'request.performed'])
      expect(await world.effects()).toBe(1)
      await expectLosersKnow(world, answers, id, calledOf(world, account.decidedBy))
    }
  })

  it('a quorum of two, exactly two people, one click each: it always completes', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, tokens } = await aRequest(world)
      await race.run((n) => {
        const who = n === 0 ? 'ada' : n === 1 ? 'ben' : null
        return who === null ? { do: 'open', who: 'cleo', request: id } : decide(id, who, 'approve', tokens[who])
      })
      expect(await accountFor(world, id)).toMatchObject({ status: 'approved', outcome: 'done', spent: 2 })
      expect(await world.effects()).toBe(1)
    }
  })
})

describe('these races can fail', RACE_LIMIT, () => {
  it('with the lock taken out of «decide», one of them finds it', async () => {
    const [text] = await world.test.query<{ sql: string }>(
      "select pg_get_functiondef(oid) as sql from pg_proc where proname = 'decide'",
    )
    const unlocked = text?.sql.replace(/ FOR UPDATE;/, ';') ?? ''
    expect(unlocked).not.toBe(text?.sql)
    await world.test.query(unlocked)
    let isFound = false
    for (let round = 0; round < 100 && !isFound; round++) {
      const { id, tokens } = await aRequest(world)
      // overlapping verdicts break the chain's key, or each sees only itself
      isFound = await race
        .run((n) => decide(id, nameOf(n), 'approve', tokens[nameOf(n)]))
        .then(() => accountFor(world, id))
        .then(({ status, verdicts }) => status !== 'approved' || verdicts.length !== 2)
        .catch(() => true)
    }
    expect(isFound).toBe(true)
  })
})
