import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { levels, type PlanContext, verifyPlan, waitsFor } from './index'
import { aPlan, smallValidator } from './testing'

const context: PlanContext = { tools: new Map(), state: new Map(), violations: smallValidator }
const verify = (actions: { [field: string]: Json }[], more: Partial<PlanContext> = {}) =>
  verifyPlan(aPlan(actions), { ...context, ...more })
const codes = (verdict: ReturnType<typeof verify>) => verdict.findings.map(({ code, action }) => `${code} ${action}`)

describe('findings', () => {
  it('name the key, a few of its writers and the fix, and only so many writers', () => {
    const writers = Array.from({ length: 50 }, (_, n) => ({
      id: `w${n}`,
      type: 'assertion',
      state_dependencies: ['nothing'],
      expected_effects: { k: 1 },
    }))
    const { findings } = verify([...writers, { id: 'reader', type: 'assertion', state_dependencies: ['k'] }])
    const message = findings.find(({ action, blocks }) => blocks && action === 'reader')?.message
    expect(message).toBe(
      "unmeetable dependency: action 'reader' needs 'k', which is not in state; its declared writers ('w0', 'w1', 'w2', 'w3', " +
        "'w4' and 45 more) are themselves refused or run after it, and no tool call finishes before it to set 'k', so the proposal " +
        "cannot complete through its declared effects and ordering. Declare the write on an action that runs earlier, or set 'k' " +
        'before submitting',
    )
  })

  it('carry severity, tier and whether they block, by code', () => {
    const poll = { type: 'tool_call', tool: 'poll', failure_behavior: 'skip', expected_effects: { seen: 1 } }
    expect(
      verify([poll, poll, poll, { ...poll, type: 'assertion', expected_effects: {}, state_dependencies: ['none'] }])
        .findings,
    ).toMatchObject([
      { code: 'unmeetable_dependency', severity: 'error', tier: 'decision_procedure', blocks: true, action: 'a4' },
      { code: 'key_not_available', severity: 'error', tier: 'decision_procedure', blocks: false, action: 'a4' },
      { code: 'repeated_call', severity: 'error', tier: 'heuristic', blocks: false, action: null },
      { code: 'write_conflict', severity: 'warning', tier: 'decision_procedure', blocks: false, action: 'a2' },
    ])
  })

  it('a tool_call without a tool is refused, also where no tool is known', () => {
    expect(codes(verify([{ type: 'tool_call' }]))).toEqual(['tool_missing a1'])
  })

  it('without live state no dependency is judged, and an unknown key is no news', () => {
    expect(verify([{ type: 'assertion', state_dependencies: ['k'] }], { state: null }).findings).toEqual([])
    expect(
      codes(
        verify(
          [
            { type: 'state_write', parameters: { key: 'k', value: 1 } },
            { type: 'assertion', state_dependencies: ['k'], preconditions: [{ key: 'k', operator: 'gt', value: 1 }] },
          ],
          { state: null },
        ),
      ),
    ).toEqual(['precondition_will_fail a2'])
  })

  it('calls with 1 and 1.0, or members in another order, are the same call', () => {
    const call = (parameters: string) => ({ type: 'tool_call', tool: 't', parameters: JSON.parse(parameters) })
    const same = ['{"a":1,"b":[{"x":2,"y":0}]}', '{"b":[{"y":-0,"x":2.0}],"a":1.0}', '{"a":1,"b":[{"x":2,"y":0}]}']
    expect(codes(verify(same.map(call)))).toEqual(['repeated_call null'])
    expect(codes(verify([...same.slice(1), '{"a":2,"b":[{"x":2,"y":0}]}'].map(call)))).toEqual([])
  })

  it('a detached call may still be at work when a later level writes its key', () => {
    expect(
      codes(
        verify([
          { type: 'tool_call', tool: 't', invocation_mode: 'long_running', expected_effects: { k: 1 } },
          { type: 'assertion', state_dependencies: ['k'], expected_effects: { k: 2 } },
        ]),
      ),
    ).toEqual(['write_conflict a2'])
  })
})

describe('tenants', () => {
  const read = [{ type: 'assertion', state_dependencies: ['c'] }]
  it('a colon in a tenant’s name is no border: the key «c» of «a:b» is not the key «b:c» of «a»', () => {
    const state = new Map<string, Json>([['tenant:a:b:c', 1]])
    expect(verify(read, { state, tenant: 'a:b' }).outcome).toBe('reject')
    expect(verify([{ type: 'assertion', state_dependencies: ['b:c'] }], { state, tenant: 'a' }).outcome).toBe('allow')
    expect(verify(read, { state: new Map([['tenant:a%3Ab:c', 1]]), tenant: 'a:b' }).outcome).toBe('allow')
  })
  it('a shared key that is named like a tenant’s is not it', () => {
    const plan = [
      { type: 'state_write', parameters: { key: 'k', value: 1 } },
      { type: 'tool_call', tool: 't', state_dependencies: ['tenant:acme:k'] },
    ]
    expect(verify(plan, { tenant: 'acme' }).blocked).toEqual(['a2'])
    expect(verify(plan, { tenant: 'acme', state: new Map([['tenant:acme:k', 1]]) }).blocked).toEqual(['a2'])
  })
})

describe('order', () => {
  it('a state_write waits for the one before it of its key; a step for the nearest writer before it', () => {
    const plan = aPlan([
      { type: 'state_write', parameters: { key: 'k' }, failure_behavior: 'skip' },
      { type: 'state_write', parameters: { key: 'k' }, failure_behavior: 'skip' },
      { type: 'assertion', state_dependencies: ['k', 'k'], failure_behavior: 'skip' },
      { type: 'assertion', failure_behavior: 'skip' },
    ])
    expect(waitsFor(plan)).toEqual([[], [0], [1], []])
    expect(levels(plan)).toEqual([
      { actions: [0, 3], sequential: false },
      { actions: [1], sequential: true },
      { actions: [2], sequential: true },
    ])
  })
})

describe('hostile plans are answered within their limits', () => {
  const few = { ...context, maxActions: 2_000_000 }
  it('a million dependencies', () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `k${n}`)
    const plan = aPlan(Array.from({ length: 1_000 }, () => ({ type: 'assertion', state_dependencies: names })))
    expect(verifyPlan(plan, few).blocked).toHaveLength(1_000)
  })
  it('a hundred thousand who wait for a hundred thousand refused writers: each message stays short', () => {
    const step = { type: 'assertion', state_dependencies: ['k'], expected_effects: { k: 1 } }
    const { findings } = verifyPlan(aPlan(Array.from({ length: 100_000 }, () => step)), few)
    expect(findings.every(({ message }) => message.length < 600)).toBe(true)
  })
  it('an id or key of a megabyte is cut, and how much of it is said', () => {
    const long = 'x'.repeat(1_000_000)
    const { reason } = verify([{ id: long, type: 'assertion', state_dependencies: [long] }])
    expect(reason.length).toBeLessThan(2_000)
    expect(reason).toContain('and 999800 more characters')
  })
})
