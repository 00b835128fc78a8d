import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { acceptSchema, approvalViolations, judge } from './index'

/** The folder that the variable names, else our own copies. */
const shared = process.env.COUNTERSIGN_VECTORS

type Vector = {
  id: string
  why: string
  input: { approval_schema: Json; input: Json }
  expect: { violation_paths: string[]; accepted: boolean; first_message_contains?: string }
}

const vectors: Vector[] = JSON.parse(
  readFileSync(
    shared
      ? `${shared}/conformance/approval-schema.json`
      : new URL('../gate/vectors/approval-schema.json', import.meta.url),
    'utf8',
  ),
)

describe('approval_schema vectors', () => {
  it('are all here', () => expect(vectors.length).toBeGreaterThanOrEqual(51))

  it.each(vectors)('$id: $why', ({ input, expect: expected }) => {
    const violations = approvalViolations(input.input, input.approval_schema)
    expect(violations.map(({ path }) => path)).toEqual(expected.violation_paths)
    if (expected.first_message_contains) expect(violations[0]?.message).toContain(expected.first_message_contains)

    // A gate that was proposed to us is judged the same way, where its schema is accepted at all.
    const schema = acceptSchema(input.approval_schema)
    if (!schema.ok) return expect(expected.accepted).toBe(true)
    const judged = judge(input.input, schema.value)
    expect(judged.ok).toBe(expected.accepted)
    expect(judged.ok ? [] : judged.error.at).toEqual(violations)
  })
})
