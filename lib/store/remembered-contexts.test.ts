import { describe, expect, it } from 'vitest'
import type { ProposalContext } from '@/lib/inbox'
import { rememberedContexts } from './remembered-contexts'

const asked = (more: { subject?: string; onBehalfOf?: string } = {}) => ({
  org: 'northgate',
  kind: 'write' as const,
  subject: 'order_towels',
  onBehalfOf: null,
  policy: null,
  client: 'c-rota',
  unprovenKey: null,
  key: null,
  ...more,
})
const person = (id: string) => ({
  kind: 'person' as const,
  org: 'northgate',
  id,
  name: id,
  role: 'member' as const,
  teams: [],
})
const context: ProposalContext = {
  policy: null,
  onBehalfOf: null,
  people: [person('u-ada')],
  roll: 3,
  replay: { answer: {}, bodyHash: 'b' },
  isProven: true,
  isRemembered: false,
}

describe('a remembered context', () => {
  it('is found for the same question only, marked, and without what was answered under a key', () => {
    const contexts = rememberedContexts(() => 0)
    contexts.keep(asked(), context)
    expect(contexts.find(asked())).toEqual({ ...context, replay: null, isRemembered: true })
    expect(contexts.find(asked({ subject: 'ring_bell' }))).toBeNull()
    expect(contexts.find(asked({ onBehalfOf: 'u-ada' }))).toBeNull()
  })

  it('is forgotten after ten seconds, and when five hundred others came', () => {
    let now = 0
    const contexts = rememberedContexts(() => now)
    contexts.keep(asked(), context)
    now = 9_999
    expect(contexts.find(asked())).not.toBeNull()
    now = 10_000
    expect(contexts.find(asked())).toBeNull()
    contexts.keep(asked(), context)
    for (let n = 0; n < 500; n++) contexts.keep(asked({ subject: `${n}` }), context)
    expect(contexts.find(asked())).toBeNull()
    expect(contexts.find(asked({ subject: '499' }))).not.toBeNull()
  })

  it('is not kept of a key that does not stand, nor where it is large, and one that was there is gone', () => {
    const contexts = rememberedContexts(() => 0)
    contexts.keep(asked(), context)
    contexts.keep(asked(), { ...context, isProven: false })
    expect(contexts.find(asked())).toBeNull()
    contexts.keep(asked(), { ...context, people: Array.from({ length: 101 }, (_, n) => person(`u-${n}`)) })
    expect(contexts.find(asked())).toBeNull()
  })
})
