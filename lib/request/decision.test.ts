import { describe, expect, it } from 'vitest'
import { type CastVerdict, decisionOf, OUTCOME_FOLLOWS, OUTCOMES, statusAt } from './index'

const everyone = new Set(['ada', 'ben', 'cleo'])
const one = { quorum: 1, oneEnds: true }
const two = { quorum: 2, oneEnds: true }
const twoOpen = { quorum: 2, oneEnds: false }
let n = 0
const yes = (person: string, displayDigest = 'd1', answer = ''): CastVerdict => ({
  ...{ n: ++n, person, verdict: 'approve', displayDigest, answer },
})
const no = (person: string, verdict: 'reject' | 'return' = 'reject'): CastVerdict => ({
  ...{ n: ++n, person, verdict, displayDigest: '', answer: '' },
})
const pending = (approvals: number) => ({ status: 'pending', approvals })

describe('decisionOf', () => {
  it('without verdicts is pending', () => expect(decisionOf([], one, everyone)).toEqual(pending(0)))
  it('one approval is enough where one is asked for', () =>
    expect(decisionOf([yes('ada')], one, everyone)).toEqual({ status: 'approved', approvals: 1 }))
  it('one person approving twice is one approval', () =>
    expect(decisionOf([yes('ada'), yes('ada')], two, everyone)).toEqual(pending(1)))
  it('approvals of different confirmations, or with different answers, do not count together', () => {
    expect(decisionOf([yes('ada', 'd1'), yes('ben', 'd2')], two, everyone)).toEqual(pending(1))
    expect(decisionOf([yes('ada', 'd1', 'x'), yes('ben', 'd1', 'y')], two, everyone)).toEqual(pending(1))
    expect(decisionOf([yes('ada', 'd1'), yes('ben', 'd2'), yes('cleo', 'd1')], two, everyone).status).toBe('approved')
  })
  it('a digest and an answer are two things, wherever the line between them falls', () =>
    expect(decisionOf([yes('ada', 'd', '1'), yes('ben', 'd1', '')], two, everyone)).toEqual(pending(1)))
  it('one rejection or return ends it', () => {
    expect(decisionOf([yes('ada'), no('ben')], two, everyone).status).toBe('rejected')
    expect(decisionOf([no('ben', 'return')], two, everyone).status).toBe('returned')
  })
  it('where one does not end it, it ends as soon as the quorum cannot be reached', () => {
    expect(decisionOf([no('ada')], twoOpen, everyone)).toEqual(pending(0))
    expect(decisionOf([no('ada'), no('ben', 'return')], twoOpen, everyone).status).toBe('returned')
    expect(decisionOf([no('ada'), no('ada', 'return')], twoOpen, everyone)).toEqual(pending(0))
  })
  it('a person’s own later no takes the approval back, and a later yes gives another', () => {
    expect(decisionOf([yes('ada'), no('ada'), yes('ben')], twoOpen, everyone)).toEqual(pending(1))
    expect(decisionOf([no('ada'), yes('ada'), yes('ben')], twoOpen, everyone).status).toBe('approved')
  })
  it('what is decided stays decided, whatever comes later', () => {
    expect(decisionOf([yes('ada'), no('ada')], one, everyone).status).toBe('approved')
    expect(decisionOf([no('ada'), yes('ada')], one, everyone).status).toBe('rejected')
  })
  it('counts only who may decide', () =>
    expect(decisionOf([yes('ada'), yes('ben')], two, new Set(['ben', 'cleo']))).toEqual(pending(1)))
  it('goes by the numbers of the history, not by the order it is handed', () => {
    const [first, second] = [no('ada'), yes('ben')]
    expect(decisionOf([second, first], one, everyone)).toEqual(decisionOf([first, second], one, everyone))
  })
})

describe('the life of a request', () => {
  it('a pending one is expired from the instant of its expiry on, and only a pending one', () => {
    const expiresAt = new Date('2026-12-01T09:00:00.000Z')
    const at = (ms: number) => new Date(expiresAt.getTime() + ms)
    expect([-1, 0, 1].map((ms) => statusAt({ status: 'pending', expiresAt }, at(ms)))).toEqual([
      'pending',
      'expired',
      'expired',
    ])
    expect(statusAt({ status: 'approved', expiresAt }, at(1))).toBe('approved')
  })
  it('nothing follows a final outcome, and nothing leads back to waiting', () => {
    const final = OUTCOMES.filter((outcome) => OUTCOME_FOLLOWS[outcome].length === 0)
    expect(final).toEqual(['done', 'failed', 'lapsed'])
    expect(Object.values(OUTCOME_FOLLOWS).flat()).not.toContain('waiting')
  })
})
