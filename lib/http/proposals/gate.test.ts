import { describe, expect, it } from 'vitest'
import { gate, toGate } from './gate'
import { gateToCheck } from './gate-check'

const body = { kind: 'gate', prompt: 'Ship it?', approval_schema: { type: 'boolean' } }

describe('a gate on the wire', () => {
  it('becomes a proposal whose inputs are all that was said but the agent’s words', () => {
    const parsed = gate.parse({ ...body, proposed: null, agent: { name: 'Flow', words: 'It is urgent.' } })
    expect(toGate(parsed)).toEqual({
      kind: 'gate',
      inputs: { prompt: 'Ship it?', approval_schema: { type: 'boolean' }, proposed: null },
      agent: { name: 'Flow', words: 'It is urgent.' },
    })
  })

  it('takes the engine’s graph and log in their place', () => {
    const engine = { graph: { nodes: [] }, log: [{ NodeEntered: { node: 'a' } }] }
    expect(toGate(gate.parse({ kind: 'gate', ...engine })).inputs).toEqual(engine)
  })

  it.each([
    ['a title of its own', { title: 'Harmless' }],
    ['the mark that its prompt is a title', { prompt_is_title: true }],
    ['an empty prompt', { prompt: '' }],
    ['a log that is no list', { log: {} }],
  ])('is refused with %s', (_what, change) => expect(gate.safeParse({ ...body, ...change }).success).toBe(false))

  it('can be tried with an answer, null among them', () => {
    const { kind: _, ...fields } = body
    expect(gateToCheck.parse({ ...fields, answer: null }).answer).toBeNull()
  })
})
