import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { compileInputs } from '@/lib/schemas'
import { registry } from '@/lib/tools'
import { planKind } from './kinds/plan'
import { makeInbox } from './make-inbox'
import { aWorld, granted, planValidators, playTools, type Way, type World } from './testing'
import { PERFORM_ATTEMPTS, PERFORM_LEASE_MS, work } from './work'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada', 'u-ben'] } }, 'plan')
})
afterAll(() => world.close())
beforeEach(() => world.test.query('truncate play.effects'))

type Action = { [field: string]: Json }
const sign = (id: string, more: Action = {}, way: Way = 'fine'): Action => ({
  id,
  type: 'tool_call',
  tool: 'set_sign',
  parameters: { sign: 'door', text: id, way },
  ...more,
})

/** A plan that is approved and waits for the worker. */
async function approved(actions: Action[], answer?: Json): Promise<string> {
  const inputs = { plan: { actions }, tools: {}, state: null, tenant: null, perform: 'here' }
  const { request } = granted(await world.inbox.propose(world.client, { kind: 'plan', inputs }, null))
  const { token } = await world.openAs(world.people.ada, request.id)
  const command = { request: request.id, verdict: 'approve' as const, ...(token === null ? {} : { token }) }
  granted(await world.inbox.decide(world.people.ada, { ...command, ...(answer === undefined ? {} : { answer }) }))
  return request.id
}
const seen = async (request: string) => {
  const { outcome, outcomeNote, steps } = granted(await world.inbox.view(world.people.ada, request))
  return { outcome, note: outcomeNote, steps: steps.map((step) => `${step.action} ${step.outcome}`).sort() }
}
const effects = async () =>
  (await world.test.query<{ text: string }>('select text from play.effects order by n')).map(({ text }) => text)

describe('a plan performed here', () => {
  it('does each approved step once, in order, and no other', async () => {
    const request = await approved([sign('a'), sign('b'), sign('c')], { steps: ['a', 'c'] })
    await world.work()
    expect(await seen(request)).toMatchObject({
      outcome: 'done',
      note: '2 of 2 steps are done.',
      steps: ['a done', 'c done'],
    })
    expect(await effects()).toEqual(['a', 'c'])
    expect(await world.work()).toBe(0)
    expect(await effects()).toEqual(['a', 'c'])
  })

  it('stops at the first failure: what is done stays done, the rest is not begun', async () => {
    const request = await approved([sign('a'), sign('b'), sign('c', {}, 'refuses'), sign('d')])
    await world.work()
    expect(await seen(request)).toEqual({
      outcome: 'failed',
      note: 'Step 3 failed. The sign is being painted. Steps 1 and 2 are done and stay done. Step 4 was not begun.',
      steps: ['a done', 'b done', 'c failed', 'd skipped'],
    })
    expect(await effects()).toEqual(['a', 'b'])
  })

  it('passes over a failure where the step says so, and tries again where it says so', async () => {
    const skip = { failure_behavior: 'skip' }
    const retried = sign('c', { failure_behavior: 'retry', max_retries: 2 }, 'throws')
    const request = await approved([sign('a', skip, 'refuses'), sign('b', skip), retried])
    await world.work()
    expect(await seen(request)).toMatchObject({ outcome: 'failed', steps: ['a failed', 'b done', 'c failed'] })
    expect(world.logged.filter(({ event }) => event === 'perform.threw')).toHaveLength(3)
    const other = await approved([sign('a', skip, 'refuses'), sign('b', skip)])
    await world.work()
    expect(await seen(other)).toMatchObject({
      outcome: 'done',
      note: '1 of 2 steps are done. Step 1 failed and was passed over.',
    })
  })

  it('that was left in the middle goes on behind what stands recorded', async () => {
    const request = await approved([sign('a'), sign('b', {}, 'fine'), sign('c')])
    // what a process leaves that died after the first step: a claim that runs out, and one step recorded
    const [job] = await world.store.claimPerforms(1, PERFORM_LEASE_MS)
    if (job === undefined) throw new Error('there is a job')
    await world.store.recordOutcome({
      ...{ org: job.org, request, event: 'request.performed', actor: null, onlyFrom: 'waiting', outcome: 'running' },
      ...{ note: null, outputTail: null, idempotency: null },
    })
    await world.store.performStep(job, 'a', async (sql) => {
      await sql.query("insert into play.effects (org, text) values ('northgate', 'a')")
      return { did: true }
    })
    expect(await world.work()).toBe(0)
    await world.advance(PERFORM_LEASE_MS + 1_000)
    await world.work()
    expect(await effects()).toEqual(['a', 'b', 'c'])
    expect(await seen(request)).toMatchObject({ outcome: 'done', steps: ['a done', 'b done', 'c done'] })
    // whoever held it before can do nothing any more
    expect(await world.store.performStep(job, 'c', async () => ({ did: true }))).toBe('taken_over')
  })

  it('calls an outside tool with a key of the step, the same at every try; one that cannot be repeated becomes unknown', async () => {
    const keys: string[] = []
    let tries = 0
    world.mood.performOutside = async ({ key }) => {
      keys.push(key)
      tries++
      if (tries === 1) throw new Error('no answer')
      return { did: true }
    }
    const request = await approved([
      { id: 'letter', type: 'tool_call', tool: 'post_letter', parameters: { count: 1 } },
      sign('b'),
    ])
    await world.work()
    await world.advance(600_000)
    await world.work()
    expect(keys).toEqual([`cs-${request}-letter`, `cs-${request}-letter`])
    expect(await seen(request)).toMatchObject({ outcome: 'done', steps: ['b done', 'letter done'] })

    world.mood.performOutside = async () => {
      throw new Error('no answer')
    }
    const bell = await approved([
      { id: 'bell', type: 'tool_call', tool: 'ring_bell', parameters: { count: 1 } },
      sign('c'),
    ])
    await world.work()
    expect(await seen(bell)).toMatchObject({ outcome: 'unknown', steps: ['bell unknown'] })
  })

  it('asks once more whether they may: who lost the right gets nothing done', async () => {
    const request = await approved([sign('a')])
    world.mood.barred.add('c-rota')
    await world.work()
    world.mood.barred.clear()
    expect(await seen(request)).toMatchObject({ outcome: 'failed', steps: [] })
    expect(await effects()).toEqual([])
  })

  it('binds the version of each tool: another one is neither shown nor performed', async () => {
    const newer = playTools(world.mood).map((tool) => ({ ...tool, version: '2' }))
    const deployed = registry(newer, compileInputs, [planKind(newer, planValidators)])
    const request = await approved([sign('a')])
    const { inputs } = granted(await world.inbox.view(world.people.ada, request))
    expect(JSON.parse(inputs)).toMatchObject({ versions: { set_sign: '1' } })
    await work(world.ports, deployed)
    expect(await effects()).toEqual([])
    expect(await seen(request)).toMatchObject({ outcome: 'failed', note: expect.stringContaining('version') })

    const plan = { plan: { actions: [sign('b')] }, tools: {}, state: null, tenant: null, perform: 'here' }
    const pending = granted(await world.inbox.propose(world.client, { kind: 'plan', inputs: plan }, null)).request
    const opened = granted(await makeInbox(world.ports, deployed).open(world.people.ada, pending.id))
    expect([opened.token, opened.view.confirmation]).toEqual([null, null])
  })

  it('tries a clean «no» again, of a tool that cannot be repeated as well', async () => {
    let tries = 0
    world.mood.performOutside = async () => (++tries < 3 ? { did: false, why: 'Engaged.' } : { did: true })
    const retried = { failure_behavior: 'retry', max_retries: 2 }
    const bell = { id: 'bell', type: 'tool_call', tool: 'ring_bell', parameters: { count: 1 } }
    const request = await approved([{ ...bell, ...retried }])
    await world.work()
    expect([tries, (await seen(request)).outcome]).toEqual([3, 'done'])
    tries = -9
    const other = await approved([{ ...bell, ...retried }])
    await world.work()
    expect([tries, (await seen(other)).steps]).toEqual([-6, ['bell failed']])
  })

  it('asks again later where a tool cannot say whether they may', async () => {
    const request = await approved([sign('a')])
    const begin = world.store.planRun
    // the plan itself was authorized; its step cannot be
    const held = { ...world.ports, store: { ...world.store, planRun: silent } }
    async function silent(...of: Parameters<typeof begin>) {
      world.mood.authorizeThrows = true
      return begin(...of)
    }
    await work(held, world.tools)
    world.mood.authorizeThrows = false
    expect(await seen(request)).toMatchObject({ outcome: 'running', steps: [] })
    await world.advance(600_000)
    await world.work()
    expect(await seen(request)).toMatchObject({ outcome: 'done', steps: ['a done'] })
  })

  it('a worker that was slower than its lease begins no step, and says nothing of one', async () => {
    const rung: string[] = []
    let wake = () => {}
    let isStalled = false
    const stall = new Promise<void>((resolve) => {
      wake = resolve
    })
    world.mood.performOutside = async ({ key }) => {
      rung.push(key)
      return { did: true }
    }
    const request = await approved([{ id: 'bell', type: 'tool_call', tool: 'ring_bell', parameters: { count: 1 } }])
    const slow = work({ ...world.ports, store: { ...world.store, recordHeldStep: late } }, world.tools)
    async function late(...of: Parameters<typeof world.store.recordHeldStep>) {
      isStalled = true
      await stall
      return world.store.recordHeldStep(...of)
    }
    for (let n = 0; n < 500 && !isStalled; n++) await new Promise((done) => setTimeout(done, 10))
    await world.advance(PERFORM_LEASE_MS + 1_000)
    await world.work()
    wake()
    await slow
    expect(rung).toEqual([`cs-${request}-bell`])
    expect(await seen(request)).toMatchObject({ outcome: 'done', steps: ['bell done'] })
  })

  it('given up, says which steps are done; one that was begun may have happened', async () => {
    world.mood.performOutside = async () => {
      throw new Error('no answer')
    }
    const letter = { id: 'letter', type: 'tool_call', tool: 'post_letter', parameters: { count: 1 } }
    const request = await approved([sign('a'), letter, sign('c')])
    for (let turn = 0; turn < PERFORM_ATTEMPTS; turn++) {
      await world.work()
      await world.advance(600_000)
    }
    expect(await seen(request)).toEqual({
      outcome: 'unknown',
      note: `It could not be done in ${PERFORM_ATTEMPTS} attempts. Step 2 may have happened. Step 1 is done and stays done. Step 3 was not begun.`,
      steps: ['a done', 'letter unknown'],
    })
  })
})
