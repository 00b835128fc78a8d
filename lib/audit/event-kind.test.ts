import { expect, it } from 'vitest'
import { EVENT_KINDS, isEventKind } from './index'

it('knows its own kinds, each once, and no other text', () => {
  expect(new Set(EVENT_KINDS).size).toBe(EVENT_KINDS.length)
  for (const kind of EVENT_KINDS) expect(isEventKind(kind)).toBe(true)
  for (const text of ['', 'request', 'request.approved', 'REQUEST.VERDICT', 'constructor'])
    expect(isEventKind(text)).toBe(false)
})
