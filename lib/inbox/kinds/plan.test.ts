import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import type { Person } from '@/lib/policy'
import type { Proposal } from '../inbox'
import { aWorld, codeOf, granted, type World } from '../testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
  await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada', 'u-ben', 'u-cleo'] } }, 'plan')
})
afterAll(() => world.close())

type Action = { [field: string]: Json }
const record: Action = { id: 'record', type: 'tool_call', tool: 'create_record', expected_effects: { record: true } }
const mail: Action = { id: 'mail', type: 'tool_call', tool: 'open_account', state_dependencies: ['record'] }
const sign: Action = { id: 'sign', type: 'tool_call', tool: 'set_sign', parameters: { sign: 'door', text: 'Shut' } }
const tools: Json = {
  create_record: { parameters: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
  open_account: {},
}
const named = { ...record, parameters: { name: 'Amara' } }

function ask(actions: Action[], more: { [field: string]: Json } = {}): Proposal {
  return { kind: 'plan', inputs: { plan: { actions }, tools, state: {}, tenant: null, perform: 'client', ...more } }
}
const propose = async (...args: Parameters<typeof ask>) =>
  granted(await world.inbox.propose(world.client, ask(...args), null)).request

async function approve(person: Person, request: string, answer?: Json) {
  const { token } = await world.openAs(person, request)
  return world.inbox.decide(person, {
    request,
    verdict: 'approve',
    ...(token === null ? {} : { token }),
    ...(answer === undefined ? {} : { answer }),
  })
}

describe('a plan that cannot work', () => {
  it('is refused with every reason at its action; nothing is stored but an audit line', async () => {
    const before = [await world.count('requests'), await world.count('organization_events')]
    const refused = await world.inbox.propose(
      world.client,
      ask(
        [
          record,
          { id: 'ghost', type: 'tool_call', tool: 'ghost' },
          { ...mail, failure_behavior: 'skip', state_dependencies: ['never'] },
        ],
        { tools },
      ),
      null,
    )
    expect(refused).toMatchObject({
      error: {
        code: 'plan_rejected',
        at: [
          { path: '$.plan.actions[0]', message: expect.stringContaining('"name" is missing') },
          { path: '$.plan.actions[1]', message: expect.stringContaining("'ghost'") },
        ],
      },
    })
    expect(await world.count('requests')).toBe(before[0])
    expect(await world.count('organization_events')).toBe((before[1] ?? 0) + 1)
    const [line] = await world.test.query<{ body: string }>(
      "select body from organization_events where organization = 'northgate' order by n desc limit 1",
    )
    expect(JSON.parse(line?.body ?? '{}')).toMatchObject({
      kind: 'organization.plan_rejected',
      actor: { kind: 'client', id: 'c-rota' },
      findings: 2,
    })
  })

  it('a malformed one names every place, in the fields that were sent', async () => {
    const refused = await world.inbox.propose(
      world.client,
      ask([{ ...mail, state_dependancies: [] }, { type: 'x' }]),
      null,
    )
    expect(refused).toMatchObject({
      error: {
        code: 'invalid',
        at: [{ path: '$.plan.actions[0].state_dependancies' }, { path: '$.plan.actions[1].type' }],
      },
    })
  })

  it('a schema that does not compile, one of a tool registered here, and a plan that cannot be performed here are said', async () => {
    const refused = await world.inbox.propose(
      world.client,
      ask([named], { tools: { set_sign: {}, create_record: { parameters: { type: 'text' } } }, perform: 'here' }),
      null,
    )
    expect(refused).toMatchObject({
      error: {
        code: 'invalid',
        at: [
          { path: '$.tools.set_sign' },
          { path: '$.tools.create_record.parameters.type' },
          { path: '$.plan.actions[0]' },
        ],
      },
    })
  })

  it('a dry run says the same, stores nothing, not even the line', async () => {
    const before = [await world.count('requests'), await world.count('organization_events')]
    const { inputs } = ask([named, { id: 'ghost', type: 'tool_call', tool: 'ghost' }])
    expect(granted(await world.inbox.dryRun(world.client, 'plan', inputs))).toMatchObject({
      outcome: 'reject',
      blocked: ['ghost'],
      findings: [{ code: 'tool_unknown', blocks: true, tier: 'decision_procedure', action: 'ghost' }],
    })
    expect([await world.count('requests'), await world.count('organization_events')]).toEqual(before)
  })
})

describe('a plan that may work', () => {
  it('is shown with steps described by their own tools, what cannot be undone, and advice as warnings', async () => {
    const request = await propose([sign, named, { ...mail, preconditions: [{ key: 'payroll', operator: 'exists' }] }])
    const { confirmation, view } = await world.openAs(world.people.ada, request.id)
    expect(confirmation).toMatchObject({
      title: 'Set the sign at the door to «Shut», and 2 more steps',
      summary: expect.stringContaining('3 steps in 2 levels.'),
      warnings: [
        {
          finding: 'Step 3 may fail.',
          detail: 'It asks that payroll is there. As far as the steps before it declare, that is not so at its turn.',
        },
      ],
    })
    expect(confirmation?.details).toContainEqual({
      label: 'If something goes wrong',
      value: 'Steps 1 to 3 cannot be undone.',
    })
    expect(confirmation?.details).toContainEqual({
      label: 'Step 1',
      value: 'Step 1: Set the sign at the door to «Shut»',
      note: 'Step 1: The sign is changed at once. · Sign: Shut (before: Open)',
    })
    expect(view.question).toMatchObject({
      steps: [{ number: 1, id: 'sign' }, { number: 2 }, { number: 3, waits_for: [2] }],
      levels: [
        { together: false, steps: [1, 2] },
        { together: false, steps: [3] },
      ],
    })
  })

  it('is not theirs to see who could not make each of its writes', async () => {
    world.mood.barred.add('u-cleo')
    const request = await propose([sign, named])
    expect(codeOf(await world.inbox.view(world.people.cleo, request.id))).toBe('not_found')
    world.mood.barred.clear()
  })

  it('is approved without a step that nothing needs; the grant names the steps that remain', async () => {
    const request = await propose([named, mail, sign])
    expect(await approve(world.people.ada, request.id, { steps: ['mail', 'sign'] })).toMatchObject({
      error: {
        code: 'answer_does_not_fit',
        at: [{ path: '$.steps', message: 'Step 2 needs what step 1 writes.' }],
      },
    })
    for (const answer of [
      { steps: [] },
      { steps: ['ghost'] },
      { steps: ['mail', 'mail'] },
      { steps: 1 },
      7,
      { step: [] },
    ])
      expect(codeOf(await approve(world.people.ada, request.id, answer))).toBe('answer_does_not_fit')
    granted(await approve(world.people.ada, request.id, { steps: ['sign', 'record'] }))
    const { grant } = granted(await world.inbox.grant(world.client, request.id))
    const redeemed = granted(await world.inbox.redeem(world.client, grant, null))
    expect(redeemed.answer).toBe('{"steps":["record","sign"]}')
  })

  it('two people countersign the same steps; other steps are counted apart', async () => {
    await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada', 'u-ben', 'u-cleo'] }, quorum: 2 }, 'plan')
    const request = await propose([named, mail, sign])
    expect(granted(await approve(world.people.ada, request.id, { steps: ['record', 'sign'] })).status).toBe('pending')
    expect(granted(await approve(world.people.ben, request.id)).status).toBe('pending')
    expect(granted(await approve(world.people.cleo, request.id, { steps: ['record', 'sign'] })).status).toBe('approved')
    await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada', 'u-ben', 'u-cleo'] } }, 'plan')
  })

  it('a plan of a hundred described steps fits its confirmation', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({
      ...sign,
      id: `s${n}`,
      parameters: { sign: 'door', text: `${n}` },
    }))
    const { confirmation } = await world.openAs(world.people.ada, (await propose(many)).id)
    expect(confirmation?.details.length).toBeLessThanOrEqual(40)
    expect(JSON.stringify(confirmation?.details)).toContain('Step 100: Set the sign at the door to «99»')
  })
})

describe('each step', () => {
  const report = (request: string, action: string, outcome: 'running' | 'done' | 'failed', key?: string) =>
    world.inbox.reportStep(
      world.client,
      request,
      action,
      { outcome },
      key === undefined ? null : { key, bodyHash: outcome },
    )

  it('is reported by the client once it has redeemed; what is done stays, and only approved steps exist', async () => {
    const request = await propose([named, mail, sign])
    expect(codeOf(await report(request.id, 'record', 'done'))).toBe('not_approved')
    granted(await approve(world.people.ada, request.id, { steps: ['record', 'sign'] }))
    expect(codeOf(await report(request.id, 'record', 'done'))).toBe('not_redeemed')
    const { grant } = granted(await world.inbox.grant(world.client, request.id))
    granted(await world.inbox.redeem(world.client, grant, null))
    expect(granted(await report(request.id, 'record', 'running', 'k1')).step).toBe('running')
    expect(granted(await report(request.id, 'record', 'running', 'k1')).replayed).toBe(true)
    expect(codeOf(await report(request.id, 'record', 'done', 'k1'))).toBe('idempotency_key_reused')
    const done = { outcome: 'done', note: 'Filed.', outputTail: 'ok\n' } as const
    expect(granted(await world.inbox.reportStep(world.client, request.id, 'record', done, null)).step).toBe('done')
    expect(granted(await world.inbox.reportStep(world.client, request.id, 'record', done, null)).step).toBe('done')
    expect(codeOf(await report(request.id, 'record', 'failed'))).toBe('outcome_final')
    expect(codeOf(await report(request.id, 'mail', 'done'))).toBe('no_such_step')
    expect(codeOf(await report(request.id, '\0', 'done'))).toBe('no_such_step')
    expect(codeOf(await world.inbox.reportStep(world.otherClient, request.id, 'sign', { outcome: 'done' }, null))).toBe(
      'not_found',
    )
    granted(await world.inbox.reportOutcome(world.client, request.id, { outcome: 'done' }, null))
    expect(codeOf(await report(request.id, 'sign', 'done'))).toBe('outcome_final')
    expect(granted(await world.inbox.view(world.people.ada, request.id)).steps).toMatchObject([
      { action: 'record', outcome: 'done', note: 'Filed.', outputTail: 'ok\n' },
    ])
    expect(granted(await world.inbox.viewForClient(world.client, request.id)).steps).toMatchObject([
      { action: 'record', outcome: 'done', note: 'Filed.' },
    ])
  })
})
