import { expect, it } from 'vitest'
import { EVENT_KINDS } from '@/lib/audit'
import { OUTCOMES, STATUSES } from '@/lib/request'
import { historyWords } from './history'
import { cardWords } from './outcomes'
import { listed, plural } from './plural'
import { signInWords } from './sign-in'
import { stateWords } from './state'

const facts = {
  performs: 'client',
  by: 'Ines Okafor',
  client: 'Rota agent',
  decided: '14:52',
  outcomeAt: '14:53',
} as const

it('every state that is over is told: what, by whom, when', () => {
  for (const status of STATUSES) {
    if (status === 'pending') continue
    const words = stateWords({ ...facts, status, outcome: null })
    expect(words?.text).toContain('14:52')
    if (status !== 'expired') expect(words?.text).toContain('Ines Okafor')
  }
  expect(stateWords({ ...facts, status: 'pending', outcome: null })).toBeNull()
})

it('an approved request without an outcome is told as unknown, never as done', () => {
  expect(stateWords({ ...facts, status: 'approved', outcome: null })).toEqual(
    stateWords({ ...facts, status: 'approved', outcome: 'unknown' }),
  )
  expect(cardWords('approved', null).word).toBe('Unknown')
})

it('no outcome but done is told with the tone of success that is final', () => {
  for (const outcome of OUTCOMES) {
    const { word, tone } = cardWords('approved', outcome)
    expect(tone === 'go').toBe(word === 'Done' || word === 'Approved')
  }
})

it('counts and lists read as a person would say them', () => {
  expect(plural(1, 'warning')).toBe('1 warning')
  expect(plural(2, 'warning')).toBe('2 warnings')
  expect(listed(['You', 'Ines'], 'or')).toBe('You or Ines')
  expect(listed(['You', 'Ines', 'Priya'], 'or')).toBe('You, Ines or Priya')
  expect(listed(['You', 'Ines', 'Priya', 'Ana', 'Ben'], 'or')).toBe('You, Ines or 3 others')
})

it('a code in the URL chooses among sentences of ours and is never shown itself', () => {
  expect(signInWords('<script>')).toBe(signInWords('anything'))
  expect(signInWords('constructor')).toBe(signInWords('anything'))
})

it('every kind of event has words of its own', () => {
  const entry = { n: 1, at: '', actor: null, note: null, status: null, outcome: null } as const
  const lines = EVENT_KINDS.map((kind) =>
    historyWords({ ...entry, kind, verdict: kind === 'request.verdict' ? 'approve' : null }),
  )
  for (const [index, line] of lines.entries()) expect(line).not.toBe(EVENT_KINDS[index]?.replace('request.', ''))
})
