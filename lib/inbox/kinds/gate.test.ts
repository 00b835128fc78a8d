import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalize, type Json } from '@/lib/binding'
import type { Client, Person } from '@/lib/policy'
import { approvalGate } from '@/lib/schemas'
import { aWorld, codeOf, granted, type World } from '../testing'
import { gateKind } from './gate'

let world: World
beforeAll(async () => {
  world = await aWorld({ kinds: [gateKind(approvalGate)] })
  await world.policy('c-rota', { who: { kind: 'people', people: ['u-ada', 'u-ben'] } }, 'gate')
})
afterAll(() => world.close())

const SCHEMA: Json = {
  type: 'object',
  required: ['release'],
  properties: { release: { type: 'boolean' }, most: { type: 'integer', maximum: 500 }, note: { type: 'string' } },
  additionalProperties: false,
}
const GATE = { prompt: 'Release the November payout run?', approval_schema: SCHEMA }
const withScopes = (...scopes: Client['scopes']): Client => ({
  ...world.client,
  scopes: [...world.client.scopes, ...scopes],
})

const propose = async (inputs: Json, client = world.client) =>
  granted(await world.inbox.propose(client, { kind: 'gate', inputs }, null)).request
const refusal = async (inputs: Json, client = world.client) => {
  const refused = await world.inbox.propose(client, { kind: 'gate', inputs }, null)
  return refused.ok ? null : { code: refused.error.code, paths: refused.error.at.map(({ path }) => path) }
}
async function answer(request: string, given: Json | undefined, person: Person = world.people.ada) {
  const { token } = await world.openAs(person, request)
  return world.inbox.decide(person, {
    request,
    verdict: 'approve',
    ...(token === null ? {} : { token }),
    ...(given === undefined ? {} : { answer: given }),
  })
}

describe('a gate is refused when it is proposed, naming the place', () => {
  it.each<[string, Json, string[]]>([
    ['no prompt', { approval_schema: SCHEMA }, ['$.prompt']],
    ['no schema', { prompt: 'Well?' }, ['$.approval_schema']],
    ['a schema that is none', { ...GATE, approval_schema: true }, ['$.approval_schema']],
    [
      'a schema that does not compile',
      { ...GATE, approval_schema: { properties: { a: { minimum: 'x' } } } },
      ['$.approval_schema.properties.a.minimum'],
    ],
    [
      'a reference to the network',
      { ...GATE, approval_schema: { $ref: 'http://127.0.0.1:1/x' } },
      ['$.approval_schema.$ref'],
    ],
    ['a suggestion that does not fit', { ...GATE, proposed: { release: true, note: null } }, ['$.proposed.note']],
    ...[5, null, [], 'x'].map((proposed): [string, Json, string[]] => [
      `a suggestion that is no object where one was meant: ${JSON.stringify(proposed)}`,
      { prompt: 'Well?', approval_schema: { properties: { a: { type: 'string' } } }, proposed },
      ['$.proposed'],
    ]),
    [
      'a suggestion that would take too long to check',
      {
        prompt: 'Well?',
        approval_schema: {
          anyOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } }, minProperties: 2 }],
        },
        proposed: Array.from({ length: 40 }).reduce<Json>((a) => ({ a }), {}),
      },
      ['$.proposed'],
    ],
    ['a log without a gate', { graph: { nodes: [] }, log: [] }, ['$.log']],
    ['a graph without nodes', { graph: {}, log: [] }, ['$.graph.nodes']],
    ['both ways at once', { ...GATE, graph: { nodes: [] }, log: [] }, ['$.graph']],
    ['already parked, without the scope', { ...GATE, already_parked: true }, ['$.already_parked']],
  ])('%s', async (_name, inputs, paths) => {
    expect(await refusal(inputs)).toEqual({ code: 'invalid', paths })
  })
})

/** What a screen is told to ask: one text, so that no member of it is lost on the way. */
function askedIn({ question }: { question: Json | null }): unknown {
  return typeof question === 'object' && question !== null && !Array.isArray(question)
    ? JSON.parse(String(question.asked))
    : null
}

it('a member with a name that every object inherits comes to the screen like another', async () => {
  const schema = '{"properties":{"__proto__":{"title":"The prototype","type":"string"}}}'
  const { id } = await propose({ prompt: 'x', approval_schema: JSON.parse(schema) })
  const { view } = await world.openAs(world.people.ada, id)
  // React takes such members out of the objects that it sends, not out of texts.
  expect(view.question).toMatchObject({ asked: expect.stringContaining(schema) })
})

it('a suggestion may leave out what the person has to say', async () => {
  const { id } = await propose({ ...GATE, proposed: { most: 5 } })
  const { view } = await world.openAs(world.people.ada, id)
  expect(askedIn(view)).toMatchObject({ proposed: { most: 5 } })
})

describe('a gate out of the engine’s own words', () => {
  const node = {
    kind: 'gate',
    payload: { id: 'review', name: 'Sign-off', prompt: 'Ship it?', approval_schema: SCHEMA },
  }
  const graph = { schema_version: 1, nodes: [{ kind: 'tool', payload: { id: 'draft' } }, node], edges: [] }
  const log: Json = [
    { run_id: 'r', seq: 1, event: { NodeEntered: { node: 'draft' } } },
    { run_id: 'r', seq: 2, event: { NodeEntered: { node: 'review' } } },
    { Suspended: { reason: 'Ship it?' } },
  ]

  it('is found where the run waits, and says where that is', async () => {
    const { id } = await propose({ graph, log })
    const { confirmation, view } = await world.openAs(world.people.ada, id)
    expect(confirmation?.details).toEqual([{ label: 'Waits at', value: 'Sign-off', note: 'review' }])
    expect(view.question).toMatchObject({ prompt: 'Ship it?' })
    expect(askedIn(view)).toMatchObject({ schema: SCHEMA })
    expect(granted(await answer(id, { release: true })).status).toBe('approved')
  })

  it('names a fault where the engine wrote it', async () => {
    const bad = { ...node, payload: { ...node.payload, approval_schema: { type: 'x' } } }
    expect(await refusal({ graph: { nodes: [bad] }, log })).toMatchObject({
      code: 'invalid',
      paths: expect.arrayContaining(['$.graph.nodes[0].payload.approval_schema.type']),
    })
  })
})

describe('who speaks', () => {
  it('without the scope the prompt is the agent’s word, and no part of the title', async () => {
    const { id, title } = await propose(GATE)
    expect(title).toBe('A parked run waits for an answer')
    const { confirmation, view } = await world.openAs(world.people.ada, id)
    expect(JSON.stringify(confirmation)).not.toContain('November')
    expect(view.question).toMatchObject({ prompt: GATE.prompt })
  })

  it('with the scope it is the title; a client cannot say so itself', async () => {
    expect((await propose(GATE, withScopes('prompts'))).title).toBe(GATE.prompt)
    expect((await propose({ ...GATE, prompt_is_title: true })).title).not.toBe(GATE.prompt)
  })

  it('a prompt too long for a title stands whole beneath it', async () => {
    const prompt = `Release ${'x'.repeat(200)}?`
    const { id, title } = await propose({ ...GATE, prompt }, withScopes('prompts'))
    expect(title).toBe('A parked run waits for an answer')
    const { confirmation } = await world.openAs(world.people.ada, id)
    expect(confirmation?.details).toContainEqual({ label: 'The run asks', value: prompt })
  })
})

describe('the accept edge', () => {
  it.each<[string, Json | undefined, string[]]>([
    ['nothing', undefined, ['$']],
    ['null', null, ['$']],
    ['42', 42, ['$']],
    ['a text', 'nope', ['$']],
    ['an empty object', {}, ['$']],
    ['all that is wrong', { release: 'yes', most: 501, other: 1 }, ['$', '$.most', '$.release']],
  ])('%s is refused, and the gate stays pending', async (_name, given, paths) => {
    const { id } = await propose(GATE)
    const refused = await answer(id, given)
    expect(refused).toMatchObject({ ok: false, error: { code: 'answer_does_not_fit' } })
    expect(refused.ok ? [] : refused.error.at.map(({ path }) => path)).toEqual(paths)
    expect(granted(await world.inbox.view(world.people.ada, id))).toMatchObject({ status: 'pending', approvals: [] })
    expect(granted(await answer(id, { release: false })).status).toBe('approved')
  })

  it.each<[Json]>([[{ release: false }], [{ release: true, note: 'ünï\u202e😀 "x"\n', most: 1e2 }]])(
    '%j is handed back byte for byte',
    async (given) => {
      const { id } = await propose(GATE)
      granted(await answer(id, given))
      const text = canonicalize(given)
      expect(granted(await world.inbox.viewForClient(world.client, id)).answer).toBe(text)
      const { grant } = granted(await world.inbox.grant(world.client, id))
      expect(granted(await world.inbox.redeem(world.client, grant, null)).answer).toBe(text)
    },
  )

  it.each([['prompts' as const], []])(
    'resolves as it was proposed, whatever the key that proposed may say (%s)',
    async (...scopes) => {
      const { id } = await propose(GATE, withScopes(...scopes))
      granted(await answer(id, { release: true }))
      const { grant } = granted(await world.inbox.grant(world.client, id))
      const resolve = (inputs: Json) => world.inbox.resolve(world.client, { grant, tool: 'gate', inputs }, null)
      expect(granted(await resolve({ ...GATE, prompt: 'Another?' })).approved).toBe(false)
      expect(granted(await resolve('no gate')).approved).toBe(false)
      expect(granted(await resolve(GATE)).approved).toBe(true)
      expect(granted(await resolve(GATE)).approved).toBe(false)
    },
  )

  it('an answer that was recorded is never judged again', async () => {
    const { id } = await propose(GATE)
    granted(await answer(id, { release: true }))
    // whatever became of it since: the row is history
    await world.test.query(`update verdicts set answer = '42' where request = $1`, [id])
    expect(granted(await world.inbox.viewForClient(world.client, id)).answer).toBe('42')
  })
})

describe('a run that is parked elsewhere already', () => {
  const unreadable = { ...GATE, approval_schema: { type: 'not-a-json-type' }, already_parked: true }

  it('is accepted with a schema that cannot be read, and says that nothing checks the answer', async () => {
    const { id } = await propose(unreadable, withScopes('already_parked'))
    const { confirmation } = await world.openAs(world.people.ada, id)
    expect(confirmation?.warnings.map(({ finding }) => finding)).toEqual(['Nothing checks the answer to this gate.'])
    expect(granted(await answer(id, null)).status).toBe('approved')
  })

  it('is checked all the same where the schema can be read', async () => {
    const { id } = await propose({ ...GATE, already_parked: true }, withScopes('already_parked'))
    expect(codeOf(await answer(id, { release: 1 }))).toBe('answer_does_not_fit')
  })
})

describe('a dry run', () => {
  it('says what proposing would be refused for, and stores nothing', async () => {
    const before = await world.count('requests')
    const refused = await world.inbox.checkGate(world.client, { inputs: { prompt: 'Well?' } })
    expect(refused).toMatchObject({ error: { code: 'invalid', at: [{ path: '$.approval_schema' }] } })
    const odd = { ...GATE, approval_schema: { type: 'object', requierd: ['a'] } }
    expect(granted(await world.inbox.checkGate(world.client, { inputs: odd }))).toMatchObject({
      remarks: [{ path: '$.approval_schema.requierd' }],
      violations: null,
    })
    const tried = await world.inbox.checkGate(world.client, { inputs: GATE, answer: { release: 'no' } })
    expect(granted(tried).violations?.map(({ path }) => path)).toEqual(['$.release'])
    expect(await world.count('requests')).toBe(before)
  })
})
