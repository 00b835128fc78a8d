import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { levels, verifyPlan } from './index'
import { slowVerify } from './slow-verify.fixture'
import { aPlan } from './testing'

/** Few keys, so that steps meet; hostile ones among them. */
const key = fc.constantFrom('k1', 'k2', 'k3', 'k4', '__proto__', 'tenant:acme:k1', 'constructor', '😀', '\ufb33')
const value = fc.constantFrom<Json>(null, 0, 1, 2.5, 'k', 'k1', [1, 'k'], { b: 1, a: 2 }, { a: 2, b: 1 }, false)
const keys = fc.array(key, { maxLength: 3 })

const effects = fc
  .array(fc.tuple(key, value), { maxLength: 2 })
  // as the strict reader would: `__proto__` is a member of its own
  .map((pairs): { [name: string]: Json } =>
    JSON.parse(`{${[...new Map(pairs)].map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`),
  )

const action = fc.record({
  type: fc.constantFrom('tool_call', 'tool_call', 'tool_call', 'state_write', 'state_read', 'assertion'),
  tool: fc.constantFrom('step', 'poll'),
  parameters: fc.oneof(fc.record({ key, value }), fc.constantFrom<{ [name: string]: Json }>({}, { n: 1 })),
  state_dependencies: keys,
  expected_effects: effects,
  preconditions: fc.array(
    fc.record({
      key,
      operator: fc.constantFrom('eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'exists', 'not_exists', 'contains'),
      value,
    }),
    { maxLength: 1 },
  ),
  invocation_mode: fc.constantFrom('one_shot', 'one_shot', 'one_shot', 'streaming', 'long_running'),
  failure_behavior: fc.constantFrom('abort', 'skip', 'skip', 'skip', 'retry'),
})

const plan = fc.record({
  actions: fc.array(action, { maxLength: 12 }),
  tenant: fc.constantFrom(null, null, 'acme'),
  state: fc.option(
    fc.dictionary(
      fc.constantFrom('k1', 'k2', 'constructor', 'tenant:acme:k1', 'tenant:acme:k3', 'tenant:acme:tenant:acme:k1'),
      value,
      { maxKeys: 3 },
    ),
    { freq: 6 },
  ),
})

const ofFindings = (findings: { code: string; action: string | null; names: string[] }[]) =>
  findings.map((finding) => JSON.stringify(finding)).sort()

/** What the room says, in the words of the slow one. */
function fastVerify(input: {
  actions: { [field: string]: Json }[]
  tenant: string | null
  state: { [key: string]: Json } | null
}) {
  const parsed = aPlan(input.actions)
  const { findings } = verifyPlan(parsed, {
    tools: new Map(),
    state: input.state === null ? null : new Map(Object.entries(input.state)),
    tenant: input.tenant,
    violations: () => [],
  })
  return {
    levels: levels(parsed, input.tenant ?? undefined),
    findings: findings.map(({ code, action, message }) => ({
      code,
      action,
      names: [...message.matchAll(/'([^']*)'/g)].map(([, name]) => name ?? ''),
    })),
  }
}

it('10,000 random plans have the levels and findings that a slow, obvious fixpoint gives them', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(plan, (input) => {
      const [fast, slow] = [fastVerify(input), slowVerify(aPlan(input.actions), input.state, input.tenant)]
      expect(fast.levels).toEqual(slow.levels)
      expect(ofFindings(fast.findings)).toEqual(ofFindings(slow.findings))
      for (const { code } of slow.findings) seen.set(code, (seen.get(code) ?? 0) + 1)
    }),
    { numRuns: 10_000 },
  )
  // a comparison of plans that have nothing to find would prove nothing
  for (const code of [
    'unmeetable_dependency',
    'key_not_available',
    'precondition_will_fail',
    'repeated_call',
    'write_conflict',
  ])
    expect(seen.get(code) ?? 0, code).toBeGreaterThan(100)
}, 120_000)
