import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { parsePlan, type ToolSchema, verifyPlan } from './index'
import { smallValidator } from './testing'

/** The folder that the variable names, else our own copy. */
const shared = process.env.COUNTERSIGN_VECTORS
const file = shared ? `${shared}/conformance/plan.json` : new URL('./vectors/plan.json', import.meta.url)

type Vector = {
  id: string
  why: string
  input: {
    actions: Json
    state: { [key: string]: Json } | null
    tenant: string | null
    tools: { [name: string]: ToolSchema }
    max_actions?: number
  }
  expect: {
    outcome: 'allow' | 'reject' | 'malformed'
    path?: string
    blocked?: string[]
    findings?: number
    reason_contains?: string[]
    reason_excludes?: string[]
    advisory_contains?: string[]
  }
}

const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'))

describe('plan vectors', () => {
  it('are all here', () => expect(vectors.length).toBeGreaterThanOrEqual(49))

  it.each(vectors)('$id: $why', ({ input, expect: expected }) => {
    const parsed = parsePlan({ actions: input.actions })
    if (!parsed.ok) {
      expect(expected.outcome).toBe('malformed')
      expect(parsed.error.at.map(({ path }) => path)).toEqual([expected.path])
      return
    }
    const verdict = verifyPlan(parsed.value, {
      tools: new Map(Object.entries(input.tools)),
      ...(input.state === null ? {} : { state: new Map(Object.entries(input.state)) }),
      ...(input.tenant === null ? {} : { tenant: input.tenant }),
      ...(input.max_actions === undefined ? {} : { maxActions: input.max_actions }),
      violations: smallValidator,
    })
    expect(verdict.outcome).toBe(expected.outcome)
    expect(new Set(verdict.blocked)).toEqual(new Set(expected.blocked ?? []))
    const blocking = verdict.findings.filter(({ blocks }) => blocks)
    if (expected.findings !== undefined) expect(blocking).toHaveLength(expected.findings)
    for (const text of expected.reason_contains ?? []) expect(verdict.reason).toContain(text)
    for (const text of expected.reason_excludes ?? []) expect(verdict.reason).not.toContain(text)
    const advice = verdict.findings.filter(({ blocks }) => !blocks).map(({ message }) => message)
    for (const text of expected.advisory_contains ?? []) expect(advice.join('\n')).toContain(text)
  })
})
