import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type World } from '@/lib/inbox/testing'
import { anApi } from './testing'

let world: World
let api: ReturnType<typeof anApi>
beforeAll(async () => {
  world = await aWorld()
  await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada'] } }, 'plan')
  api = anApi(world.inbox, world.client)
})
afterAll(() => world.close())

const ghost = { id: 'g', type: 'tool_call', tool: 'ghost', invocation_mode: 'streaming' }
const poll = { type: 'tool_call', tool: 'poll', failure_behavior: 'skip', invocation_mode: 'streaming' }
const cycle = [
  { id: 'a1', type: 'assertion', state_dependencies: ['k2'], expected_effects: { k1: 1 } },
  { id: 'a2', type: 'assertion', state_dependencies: ['k1'], expected_effects: { k2: 2 } },
]
const body = (actions: unknown[], more = {}) => ({ plan: { actions }, tools: { poll: {} }, state: {}, ...more })

describe('a plan that cannot work', () => {
  it('is a problem with every finding, blocking or advisory, and where; nothing is stored', async () => {
    const answer = await api.post(
      '/requests',
      JSON.stringify({ kind: 'plan', ...body([...cycle, ghost, poll, poll, poll]) }),
    )
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'plan_rejected',
      errors: [{ pointer: '/plan/actions/2' }, { pointer: '/plan/actions/0' }, { pointer: '/plan/actions/1' }],
      findings: [
        { code: 'tool_unknown', severity: 'error', tier: 'decision_procedure', blocks: true, action: 'g' },
        { code: 'unmeetable_dependency', blocks: true, action: 'a1', message: expect.stringContaining("'k2'") },
        { code: 'unmeetable_dependency', blocks: true, action: 'a2' },
        { code: 'key_not_available', blocks: false, action: 'a1' },
        { code: 'repeated_call', tier: 'heuristic', blocks: false, action: null },
      ],
    })
    expect(await world.count('requests')).toBe(0)
  })

  it('is answered by a dry run in the same words, with 200, and stored nowhere', async () => {
    const before = await world.count('organization_events')
    const answer = await api.post('/plans/verify', JSON.stringify(body(cycle)))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      outcome: 'reject',
      blocked: ['a1', 'a2'],
      reason: expect.stringContaining('cannot complete'),
      levels: [
        { actions: ['a1'], sequential: true },
        { actions: ['a2'], sequential: true },
      ],
    })
    expect(await world.count('organization_events')).toBe(before)
  })
})

describe('hostile plans', () => {
  it.each<[string, string, number, string]>([
    ['ten megabytes of actions', JSON.stringify(body(Array.from({ length: 200_000 }, () => poll))), 413, 'too_large'],
    [
      'as many dependencies as a body can hold',
      JSON.stringify(body([{ type: 'assertion', state_dependencies: Array.from({ length: 50_000 }, () => 'k') }])),
      200,
      'reject',
    ],
    [
      'more actions than a plan may have',
      JSON.stringify(body(Array.from({ length: 1_500 }, () => poll))),
      200,
      'reject',
    ],
    [
      'keys that every object inherits',
      `{"plan":{"actions":[{"type":"assertion","state_dependencies":["__proto__","constructor","tenant:a:b"],` +
        `"expected_effects":{"__proto__":1}}]},"state":{"__proto__":1,"tenant:a:b":1},"tenant":"a:b"}`,
      200,
      'reject',
    ],
    [
      'a schema that would take for ever',
      JSON.stringify(
        body([{ ...poll, parameters: { a: 'a'.repeat(5_000) } }], {
          tools: {
            poll: { parameters: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$b' } } } },
          },
        }),
      ),
      200,
      'reject',
    ],
    ['a plan that is none', '{"plan":[]}', 422, 'invalid'],
  ])('%s: answered within limits', async (_name, text, status, code) => {
    const answer = await api.post('/plans/verify', text)
    expect(answer.status).toBe(status)
    const said = await answer.json()
    expect(said.code ?? said.outcome).toBe(code)
    expect(JSON.stringify(said).length).toBeLessThan(200_000)
  })
})
