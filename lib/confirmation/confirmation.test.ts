import { describe, expect, it } from 'vitest'
import { type Confirmation, parseConfirmation } from './index'

function aConfirmation(differing: Partial<Confirmation> = {}): Confirmation {
  return {
    title: 'Assign Maya Chen to Bar Supervisor, Friday 4 December',
    summary: 'Maya works Friday evening.',
    details: [{ label: 'Hours that week', before: '41 h', value: '50 h', note: 'of 48 h' }],
    warnings: [{ finding: 'This takes Maya over 48 hours that week.', detail: 'With both shifts it is 50 h.' }],
    ...differing,
  }
}

function faultsIn(value: unknown) {
  const result = parseConfirmation(value)
  if (result.ok) return []
  expect(result.error.code).toBe('bad_confirmation')
  return result.error.at.map(({ path }) => path)
}

describe('parseConfirmation', () => {
  it('returns an equal, separate confirmation', () => {
    const given = aConfirmation()
    const result = parseConfirmation(given)
    expect(result).toEqual({ ok: true, value: given })
    expect(result.ok && result.value.details[0]).not.toBe(given.details[0])
  })

  it('takes every text and list at its limit, counted in code points, and refuses one more', () => {
    const full = (length: number) => '😀'.repeat(length)
    const atLimit = (more: number) => ({
      title: full(120 + more),
      summary: full(400 + more),
      details: Array.from({ length: 40 + more }, () => ({ label: full(60 + more), value: full(2000 + more) })),
      warnings: Array.from({ length: 20 + more }, () => ({ finding: full(200 + more), detail: full(400 + more) })),
    })
    expect(faultsIn(atLimit(0))).toEqual([])
    const faults = faultsIn(atLimit(1))
    for (const path of ['$.title', '$.summary', '$.details', '$.warnings']) expect(faults).toContain(path)
    for (const path of [
      '$.details[39].label',
      '$.details[39].value',
      '$.warnings[19].finding',
      '$.warnings[19].detail',
    ])
      expect(faults).toContain(path)
    expect(faults).toHaveLength(4 + 40 * 2 + 20 * 2)
  })

  it('names every field that is missing, of another type or unknown, all at once', () => {
    const value = {
      title: 7,
      details: [{ label: 'a', value: null, hint: 'x' }, 'b', { value: 'c' }],
      warnings: { finding: 'x' },
      colour: 'red',
    }
    expect(faultsIn(value).sort()).toEqual(
      [
        '$.colour',
        '$.details[0].hint',
        '$.details[0].value',
        '$.details[1]',
        '$.details[1].label',
        '$.details[1].value',
        '$.details[2].label',
        '$.summary',
        '$.title',
        '$.warnings',
      ].sort(),
    )
  })

  it.each([null, undefined, 'text', 7, [], () => ({})])('refuses %j', (value) => {
    expect(faultsIn(value)).toContain('$')
  })

  it('refuses a title that says nothing', () => {
    for (const title of ['', ' ', '\t\n', '\u00a0']) expect(faultsIn(aConfirmation({ title }))).toEqual(['$.title'])
  })

  it('refuses half of a surrogate pair, which has no bytes to be hashed', () => {
    expect(faultsIn(aConfirmation({ summary: 'x\ud800' }))).toEqual(['$.summary'])
  })

  it('takes an optional field that is undefined as absent', () => {
    const result = parseConfirmation({ ...aConfirmation(), details: [{ label: 'a', value: 'b', note: undefined }] })
    expect(result.ok && Object.keys(result.value.details[0] ?? {})).toEqual(['label', 'value'])
  })

  it('reads each field once, so that what was checked is what is returned', () => {
    let reads = 0
    const shifty = {
      ...aConfirmation(),
      get title() {
        reads += 1
        return reads === 1 ? 'Tidy up notes' : 'Drop all invoices'.repeat(100)
      },
    }
    const result = parseConfirmation(shifty)
    expect(result.ok && result.value.title).toBe('Tidy up notes')
  })

  it('takes a member named __proto__ as an unknown field', () => {
    expect(faultsIn(JSON.parse('{"title":"t","summary":"","details":[],"warnings":[],"__proto__":{"x":1}}'))).toEqual([
      '$.__proto__',
    ])
  })
})
