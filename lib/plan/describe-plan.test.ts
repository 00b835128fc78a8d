import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { type Confirmation, parseConfirmation } from '@/lib/confirmation'
import { describedSteps, describePlan, listedSteps, type PlanCall, planQuestion } from './index'

const call = (actions: Json[], more: Partial<PlanCall> = {}): PlanCall => ({
  plan: { actions },
  tools: {},
  state: null,
  tenant: null,
  perform: 'client',
  ...more,
})
const tool = (id: string, more: { [field: string]: Json } = {}): Json => ({ id, type: 'tool_call', tool: id, ...more })
const none = new Map<number, Confirmation>()
const detail = (of: PlanCall, label: string) =>
  describePlan(of, none, []).details.find((one) => one.label === label)?.value

describe('a plan in words', () => {
  it('says what cannot be undone, what goes on later, and whether it stops at the first failure', () => {
    const plan = call([
      tool('a', { reversibility: 'reversible' }),
      tool('b', { failure_behavior: 'skip', invocation_mode: 'streaming', reversibility: 'compensable' }),
      tool('c', { failure_behavior: 'retry' }),
      tool('d'),
    ])
    expect(detail(plan, 'If something goes wrong')).toBe(
      'Steps 3 and 4 cannot be undone. Step 2 can only be made good by another action. Step 1 can be undone.',
    )
    expect(detail(plan, 'When a step fails')).toBe(
      'The plan stops at the first failure, and what is done stays done. Step 2 may fail without stopping it. Step 3 is tried again first.',
    )
    expect(detail(plan, 'Still at work later')).toBe('Step 2 hands back before its work is done.')
    expect(detail(call([tool('a', { failure_behavior: 'skip' })]), 'When a step fails')).toBe(
      'A step that fails is passed over, and the others go on.',
    )
  })

  it('calls nothing that only looks a thing that cannot be undone', () => {
    const looks: Json[] = [
      { id: 'r', type: 'state_read', parameters: { key: 'k' } },
      { id: 's', type: 'assertion' },
    ]
    expect(detail(call([...looks, tool('a')]), 'If something goes wrong')).toBe('Step 3 cannot be undone.')
    expect(detail(call(looks), 'If something goes wrong')).toBe('There is nothing to undo: it only looks.')
  })

  it('keeps within the limits of a confirmation, whatever is in it: what is more stands in a count', () => {
    const long = 'x'.repeat(90)
    const said = (n: number): Confirmation => ({
      title: `${n} ${'t'.repeat(110)}`,
      summary: `one\ntwo ${'s'.repeat(380)}`,
      details: Array.from({ length: 40 }, () => ({ label: long.slice(0, 60), value: long })),
      warnings: [{ finding: 'w'.repeat(200), detail: 'd'.repeat(400) }],
    })
    const actions = Array.from({ length: 100 }, (_, n) => tool(`${long}${n}`))
    const described = new Map(actions.map((_, n) => [n, said(n)]))
    const made = describePlan(call(actions, { tenant: 'x'.repeat(3_000) }), described, [])
    expect(parseConfirmation(made)).toMatchObject({ ok: true })
    expect(made.warnings).toHaveLength(20)
    expect(made.warnings.at(-1)?.finding).toBe('81 more warnings are not listed here.')
    const back = describedSteps(made.details)
    expect(back.size).toBe(100)
    expect(back.get(100)?.title).toContain('99 t')
    expect(back.get(1)?.text).toContain('more characters')
  })

  it('steps in a row are named as a row', () => {
    expect([[3], [1, 2], [1, 2, 3, 7], [9, 1, 3, 4, 5]].map(listedSteps)).toEqual([
      'Step 3',
      'Steps 1 and 2',
      'Steps 1 to 3 and 7',
      'Steps 1, 3 to 5 and 9',
    ])
  })

  it('the question names needs with their live values, each in the namespace of its step', () => {
    const actions = [
      tool('a', { state_dependencies: ['k', 'gone'] }),
      { id: 'b', type: 'assertion', state_dependencies: ['k'] },
    ]
    const { steps } = planQuestion(call(actions, { tenant: 'acme', state: { k: 1, 'tenant:acme:k': null } }))
    expect(steps.map(({ reads }) => reads)).toEqual([
      [{ key: 'k', now: 1 }, { key: 'gone' }],
      [{ key: 'k', now: null }],
    ])
  })
})
