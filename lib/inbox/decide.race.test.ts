import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountFor,
  aRequest,
  calledOf,
  decide,
  expectLosersKnow,
  FEWER,
  firsts,
  nameOf,
  RACE_LIMIT,
  type Race,
  ROUNDS,
  startRace,
  startRacer,
} from './race.fixture'
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

const PERFORMED = ['request.proposed', 'request.verdict', 'request.performed']

describe(`64 callers in four processes, up to ${ROUNDS} rounds each`, RACE_LIMIT, () => {
  it('three people approve at once: one decision, one effect, everybody knows whose', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, tokens } = await aRequest(world)
      const answers = await race.run((n) => decide(id, nameOf(n), 'approve', tokens[nameOf(n)]))
      expect(firsts(answers)).toHaveLength(1)
      const account = await accountFor(world, id)
      expect(account).toMatchObject({ status: 'approved', outcome: 'done', spent: 1, kinds: PERFORMED })
      expect(account.verdicts).toEqual([{ person: account.decidedBy, verdict: 'approve' }])
      expect(await world.effects()).toBe(1)
      await expectLosersKnow(world, answers, id, calledOf(world, account.decidedBy))
      // the winner's other clicks answer as the first did, and nobody else's do
      const clicks = Array.from({ length: 64 }, (_, n) => nameOf(n)).filter((name) => `u-${name}` === account.decidedBy)
      expect(answers.filter(({ ok }) => ok)).toHaveLength(clicks.length)
    }
  })

  it('one approves while another rejects: one of the two happens, whole', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const { id, tokens } = await aRequest(world)
      const answers = await race.run((n) =>
        (n + round) % 2 === 0 ? decide(id, 'ada', 'approve', tokens.ada) : decide(id, 'ben', 'reject', ''),
      )
      expect(firsts(answers)).toHaveLength(1)
      const { status, verdicts } = await accountFor(world, id)
      seen.add(status)
      expect(verdicts).toHaveLength(1)
      expect(await world.effects()).toBe(status === 'approved' ? 1 : 0)
      await expectLosersKnow(world, answers, id, status === 'approved' ? 'Ada' : 'Ben')
    }
    expect([...seen].every((status) => ['approved', 'rejected'].includes(status))).toBe(true)
  })

  it('one person, one token, 64 clicks: one decision, and 63 answers that say the same', async () => {
    for (let round = 0; round < FEWER; round++) {
      const { id, tokens } = await aRequest(world)
      const answers = await race.run(() => decide(id, 'ada', 'approve', tokens.ada))
      expect(firsts(answers)).toHaveLength(1)
      expect(new Set(answers.map(({ value }) => `${value?.status} ${value?.outcome} ${value?.at}`)).size).toBe(1)
      expect(await accountFor(world, id)).toMatchObject({ status: 'approved', spent: 1, kinds: PERFORMED })
      expect(await world.effects()).toBe(1)
    }
  })

  it('the person it is for takes it back while another approves', async () => {
    for (let round = 0; round < FEWER; round++) {
      const { id, tokens } = await aRequest(world)
      const answers = await race.run((n) =>
        (n + round) % 2 === 0 ? { do: 'withdraw', request: id } : decide(id, 'ada', 'approve', tokens.ada),
      )
      const { status, verdicts } = await accountFor(world, id)
      expect(['approved', 'withdrawn']).toContain(status)
      expect([verdicts.length, await world.effects()]).toEqual(status === 'approved' ? [1, 1] : [0, 0])
      expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['already_decided']))
      await expectLosersKnow(world, answers, id, status === 'approved' ? 'Ada' : 'Tomas')
    }
  })

  it('its time comes while somebody approves: decided, or expired, never both', async () => {
    for (let round = 0; round < FEWER; round++) {
      const { id, tokens } = await aRequest(world, 60 + (round % 8) * 10)
      await race.run((n) => (n % 4 === 0 ? decide(id, 'ada', 'approve', tokens.ada) : { do: 'work' }))
      while (granted(await world.inbox.viewForClient(world.client, id)).status === 'pending');
      await world.work()
      const { status, verdicts, kinds } = await accountFor(world, id)
      if (status === 'approved') expect([verdicts.length, await world.effects(), kinds]).toEqual([1, 1, PERFORMED])
      else
        expect([status, verdicts.length, await world.effects(), kinds]).toEqual([
          'expired',
          0,
          0,
          ['request.proposed', 'request.expired'],
        ])
    }
  })
})

describe('a server that is killed', RACE_LIMIT, () => {
  it('in the middle of performing has decided nothing, and the same token still decides', async () => {
    await world.test.query('delete from play.effects')
    const { id } = await world.propose({ inputs: { sign: 'door', text: 'New', way: 'dies' } })
    const token = (await world.openAs(world.people.ada, id)).token ?? ''
    const victim = await startRacer(world.test.url)
    const gone = once(victim.process, 'exit')
    await expect(victim.run([decide(id, 'ada', 'approve', token)])).rejects.toThrow('gone')
    expect((await gone)[1]).toBe('SIGKILL')
    expect(await accountFor(world, id)).toMatchObject({
      status: 'pending',
      verdicts: [],
      spent: 0,
      kinds: ['request.proposed'],
    })
    expect(await world.effects()).toBe(0)
    granted(await world.inbox.decide(world.people.ada, { request: id, verdict: 'approve', token }))
    expect(await accountFor(world, id)).toMatchObject({ status: 'approved', outcome: 'done', kinds: PERFORMED })
    expect(await world.effects()).toBe(1)
  })
})
