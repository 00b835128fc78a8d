import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type GateNode, parkedGate } from './index'

/** The folder that the variable names, else our own copies. */
const shared = process.env.COUNTERSIGN_VECTORS

type Vector = {
  id: string
  why: string
  input: { log: { [type: string]: unknown }[]; nodes: GateNode[] }
  expect: { gate: string | null }
}

const vectors: Vector[] = JSON.parse(
  readFileSync(
    shared ? `${shared}/conformance/parked-gate.json` : new URL('./vectors/parked-gate.json', import.meta.url),
    'utf8',
  ),
)

describe('parked_gate vectors', () => {
  it('are all here', () => expect(vectors.length).toBeGreaterThanOrEqual(14))

  it.each(vectors)('$id: $why', ({ input, expect: expected }) => {
    expect(parkedGate(input.log, input.nodes)?.payload.id ?? null).toBe(expected.gate)
  })
})

describe('a log that is not as it should be', () => {
  it.each([
    ['an empty one', []],
    ['an entering without a node', [{ NodeEntered: {} }]],
    ['an entering that is null', [{ NodeEntered: null }]],
    ['a name that every object inherits', [{ constructor: { node: 'review' } }]],
  ])('%s: no gate', (_name, log) => {
    expect(parkedGate(log, [{ kind: 'gate', payload: { id: 'review' } }])).toBeNull()
  })
})
