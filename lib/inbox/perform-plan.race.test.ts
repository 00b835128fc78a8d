import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountFor, FEWER, startRacer } from './race.fixture'
import { aWorld, granted, type World } from './testing'
import { PERFORM_LEASE_MS } from './work'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada'] } }, 'plan')
})
afterAll(() => world.close())

const STEPS = 10
const ids = Array.from({ length: STEPS }, (_, n) => `s${n}`)

async function approvedPlan(): Promise<string> {
  const actions = ids.map((id) => ({ id, type: 'tool_call', tool: 'set_sign', parameters: { sign: 'door', text: id } }))
  const inputs = { plan: { actions }, tools: {}, state: null, tenant: null, perform: 'here' }
  const { request } = granted(await world.inbox.propose(world.client, { kind: 'plan', inputs }, null))
  granted(await world.approve(world.people.ada, request.id))
  return request.id
}

it('a worker killed at any moment of a plan: another goes on behind what stands, and each step happened once, in order', {
  timeout: 120_000 + FEWER * 15_000,
}, async () => {
  const killedAfter = new Set<number>()
  for (let round = 0; round < FEWER; round++) {
    await world.test.query('truncate play.effects')
    const request = await approvedPlan()
    const racer = await startRacer(world.test.url)
    const gone = new Promise<void>((resolve) => racer.process.once('exit', () => resolve()))
    void racer.run([{ do: 'work' }]).catch(() => undefined)
    const wanted = Math.floor((round * STEPS) / FEWER)
    for (const until = Date.now() + 20_000; (await world.effects()) < wanted && Date.now() < until; ) await pause(1)
    await pause(Math.random() * 8)
    racer.process.kill('SIGKILL')
    await gone
    killedAfter.add(await world.effects())

    // the claim of the dead runs out, and another worker takes it
    await world.advance(PERFORM_LEASE_MS + 1_000)
    for (let turn = 0; turn < 3; turn++) await world.work()
    const effects = await world.test.query<{ text: string }>('select text from play.effects order by n')
    expect(effects.map(({ text }) => text)).toEqual(ids)
    const view = granted(await world.inbox.view(world.people.ada, request))
    expect([view.outcome, view.steps.filter(({ outcome }) => outcome === 'done').length]).toEqual(['done', STEPS])
    await accountFor(world, request)
  }
  // it was in the middle that they died, not before or after
  expect([...killedAfter].filter((count) => count > 0 && count < STEPS).length).toBeGreaterThan(2)
})
