import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Confirmation, changes, type Detail, displayDigest, type Warning } from './index'

function aConfirmation(differing: Partial<Confirmation> = {}): Confirmation {
  return {
    title: 'Assign Maya',
    summary: 'Maya works Friday.',
    details: [
      { label: 'Person', value: 'Maya Chen' },
      { label: 'Hours that week', before: '41 h', value: '50 h' },
    ],
    warnings: [{ finding: 'Over 48 hours' }],
    ...differing,
  }
}

it('sets title, summary, details and warnings beside each other, and marks what differs', () => {
  const now = aConfirmation({
    details: [
      { label: 'Person', value: 'Maya Chen' },
      { label: 'Hours that week', before: '41 h', value: '52 h', note: 'of 48 h' },
    ],
    warnings: [{ finding: 'Over 48 hours' }, { finding: 'Short rest', detail: 'under 11 hours' }],
  })
  expect(changes(aConfirmation(), now)).toEqual([
    { label: 'Title', before: 'Assign Maya', now: 'Assign Maya', changed: false },
    { label: 'Summary', before: 'Maya works Friday.', now: 'Maya works Friday.', changed: false },
    { label: 'Person', before: 'Maya Chen', now: 'Maya Chen', changed: false },
    { label: 'Hours that week', before: '41 h → 50 h', now: '41 h → 52 h (of 48 h)', changed: true },
    {
      label: 'Warnings',
      before: '1: Over 48 hours',
      now: '2: Over 48 hours; Short rest (under 11 hours)',
      changed: true,
    },
  ])
})

it('shows a detail that came and one that went, and warnings that went', () => {
  const now = aConfirmation({ details: [{ label: 'Room', value: '12' }], warnings: [] })
  expect(changes(aConfirmation(), now).filter(({ changed }) => changed)).toEqual([
    { label: 'Room', before: null, now: '12', changed: true },
    { label: 'Person', before: 'Maya Chen', now: null, changed: true },
    { label: 'Hours that week', before: '41 h → 50 h', now: null, changed: true },
    { label: 'Warnings', before: '1: Over 48 hours', now: null, changed: true },
  ])
})

it('matches the nth of a label with the nth', () => {
  const steps = (...values: string[]) => aConfirmation({ details: values.map((value) => ({ label: 'Step', value })) })
  expect(changes(steps('a', 'b'), steps('a', 'c', 'd')).filter(({ label }) => label === 'Step')).toEqual([
    { label: 'Step', before: 'a', now: 'a', changed: false },
    { label: 'Step', before: 'b', now: 'c', changed: true },
    { label: 'Step', before: null, now: 'd', changed: true },
  ])
})

it('says that only the order of the details differs', () => {
  const now = aConfirmation({ details: aConfirmation().details.toReversed() })
  expect(changes(aConfirmation(), now).filter(({ changed }) => changed)).toEqual([
    { label: 'Order', before: 'Person, Hours that week', now: 'Hours that week, Person', changed: true },
  ])
})

it('marks a change that reads the same', () => {
  const one = aConfirmation({ details: [{ label: 'Hours', before: 'a', value: 'b' }] })
  const other = aConfirmation({ details: [{ label: 'Hours', value: 'a → b' }] })
  expect(changes(one, other)).toContainEqual({ label: 'Hours', before: 'a → b', now: 'a → b', changed: true })
})

it('has a changed row exactly when the display digests differ', () => {
  const word = fc.constantFrom('', 'a', 'b')
  const details: fc.Arbitrary<Detail> = fc.record(
    { label: word, value: word, note: word, before: word },
    { requiredKeys: ['label', 'value'] },
  )
  const warnings: fc.Arbitrary<Warning> = fc.record({ finding: word, detail: word }, { requiredKeys: ['finding'] })
  const confirmations: fc.Arbitrary<Confirmation> = fc.record({
    title: fc.constantFrom('a', 'b'),
    summary: fc.constant('s'),
    details: fc.array(details, { maxLength: 3 }),
    warnings: fc.array(warnings, { maxLength: 2 }),
  })
  const pairs = fc.oneof(
    fc.tuple(confirmations, confirmations),
    confirmations.map((one): [Confirmation, Confirmation] => [one, structuredClone(one)]),
    confirmations.map((one): [Confirmation, Confirmation] => [one, { ...one, details: one.details.toReversed() }]),
  )
  fc.assert(
    fc.property(pairs, ([before, now]) => {
      const isChanged = changes(before, now).some(({ changed }) => changed)
      expect(isChanged).toBe(displayDigest(before) !== displayDigest(now))
    }),
    { numRuns: 2_000 },
  )
})
