import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { canonicalize, type Json } from '@/lib/binding'
import { aView } from '../testing'
import { layOut } from './graph-layout'
import { leftOutOf } from './left-out'
import { drawnPlan } from './model'
import { Step } from './step'

const step = (id: string, needs: string[] = []): Json => ({
  id,
  type: 'tool_call',
  tool: 'a_tool',
  state_dependencies: needs,
  expected_effects: { [id]: 1 },
  failure_behavior: 'skip',
})
const planView = (actions: Json[], says = {}) =>
  aView({
    kind: 'plan',
    inputs: canonicalize({ plan: { actions }, tools: {}, state: null, tenant: null, perform: 'client' }),
    question: { steps: actions.map((action) => ({ id: (action as { id: string }).id })) },
    approvals: [],
    ...says,
  })
const diamond = [step('a'), step('b'), step('c', ['a', 'b']), step('d', ['b']), step('e', ['c', 'd'])]
const nobody = new Set<string>()

it('every step stands in the lane of its level, boxes do not touch, and every need is an arrow', () => {
  const many = Array.from({ length: 100 }, (_, n) => step(`s${n}`, n < 5 ? [] : [`s${n - 5}`, `s${n - (n % 4) - 1}`]))
  for (const actions of [diamond, many]) {
    const plan = drawnPlan(planView(actions), null, nobody)
    const { boxes, edges, width, height } = layOut(plan)
    expect(boxes).toHaveLength(actions.length)
    for (const box of boxes) {
      expect(plan.levels[Math.floor(box.x / 200)]?.steps).toContain(box.number)
      expect(box.y).toBeGreaterThanOrEqual(32)
      expect(box.y + 58).toBeLessThanOrEqual(height)
      expect(box.x + 164).toBeLessThanOrEqual(width)
      const touching = boxes.filter((one) => one !== box && one.x === box.x && Math.abs(one.y - box.y) < 58)
      expect(touching).toEqual([])
    }
    expect(edges).toHaveLength(plan.steps.reduce((sum, { waits_for }) => sum + waits_for.length, 0))
  }
})

it('a plan in which every step needs all before it is laid out at once, with the nearest arrows', () => {
  const all = Array.from({ length: 100 }, (_, n) =>
    step(
      `s${n}`,
      Array.from({ length: n }, (_, before) => `s${before}`),
    ),
  )
  const plan = drawnPlan(planView(all), null, nobody)
  const began = performance.now()
  const { boxes, edges, unseen } = layOut(plan)
  expect(performance.now() - began).toBeLessThan(200)
  expect(boxes).toHaveLength(100)
  expect(edges.length + unseen).toBe(4950)
  expect(edges.length).toBeLessThan(1000)
  for (let n = 2; n <= 100; n++) expect(edges.some(({ from, to }) => from === n - 1 && to === n)).toBe(true)
})

it('in a high picture every lane begins at the top', () => {
  const tree = Array.from({ length: 40 }, (_, n) => step(`s${n}`, n === 0 ? [] : [`s${Math.floor((n - 1) / 3)}`]))
  const { boxes } = layOut(drawnPlan(planView(tree), null, nobody))
  for (const x of new Set(boxes.map((box) => box.x)))
    expect(Math.min(...boxes.filter((box) => box.x === x).map(({ y }) => y))).toBe(32)
})

it('the same plan is laid out alike on server and browser', () => {
  const laid = () => layOut(drawnPlan(planView(diamond), null, nobody))
  expect(laid()).toEqual(laid())
})

it('a hidden character in an id, a title or a parameter is drawn as a chip', () => {
  const plan = drawnPlan(
    planView([{ ...(step('a') as object), tool: 'a\u202eb', parameters: { x: 'y\u200b' } }]),
    null,
    nobody,
  )
  const [drawn] = plan.steps
  if (drawn === undefined) throw new Error('there is a step')
  const html = renderToString(
    <Step step={drawn} id="s" isOpen onToggle={() => undefined} choice={null} reporter={null} />,
  )
  expect(html).not.toMatch(/[\u202e\u200b]/)
  expect(html).toContain('U+202E')
  expect(html).toContain('U+200B')
})

it('what is left out is the reader’s choice, else the first approval’s, and once decided what was approved without', () => {
  const approval = (answer: string | null, counts = true) => ({
    ...{ person: { id: 'p', name: 'P' }, at: '', note: null, displayDigest: '', counts },
    answer,
  })
  const approvals = [approval('{"steps":["a"]}', false), approval('{"steps":["a","b","c","d"]}')]
  const out = (says: object, chosen: string[] | null) => {
    const { ids, given, total } = leftOutOf(planView(diamond, says), chosen)
    return [[...ids], given, total]
  }
  expect(out({}, null)).toEqual([[], false, 5])
  expect(out({ approvals }, null)).toEqual([['e'], true, 5])
  expect(out({ approvals }, ['a'])).toEqual([['a'], false, 5])
  expect(out({ status: 'approved', answer: '{"steps":["e"]}' }, ['a'])).toEqual([['a', 'b', 'c', 'd'], true, 5])
  expect(leftOutOf(aView(), null)).toMatchObject({ total: 0 })
})
