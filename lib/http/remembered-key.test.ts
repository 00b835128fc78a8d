import { describe, expect, it } from 'vitest'
import type { Client } from '@/lib/policy'
import { refuse, yes } from '@/lib/result'
import { machineApi } from './machine-api'
import { A_KEY, aClient, aClientView, anInbox, ORIGIN } from './testing'

/** An API that remembers a client, and a key that may have changed since. */
function anApi(now: Client | null, inbox: Parameters<typeof anInbox>[0]) {
  const asked = { lookups: 0 }
  const api = machineApi({
    inbox: anInbox(inbox),
    clientOf: async () => {
      asked.lookups += 1
      return now
    },
    rememberedClientOf: () => aClient({ unprovenKey: 'h' }),
    publicUrl: ORIGIN,
    log: { error: () => undefined },
  })
  const send = (path: string, body: string | null) =>
    api.fetch(
      new Request(`${ORIGIN}/api/v1${path}`, {
        method: body === null ? 'GET' : 'POST',
        body,
        headers: { authorization: A_KEY, 'content-type': 'application/json' },
      }),
    )
  return { asked, send }
}

const PROPOSAL = '{"kind":"write","tool":"t","inputs":{}}'
const proposes = { propose: async () => yes({ request: aClientView(), replayed: false }) }

describe('a key that was known a moment ago', () => {
  it('is not looked up again where the first statement proves it', async () => {
    const { asked, send } = anApi(aClient(), proposes)
    expect((await send('/requests', PROPOSAL)).status).toBe(201)
    expect(asked.lookups).toBe(0)
  })

  it('is looked up for every call that does not prove it', async () => {
    const { asked, send } = anApi(null, {})
    for (const path of ['/requests', '/requests/x']) expect((await send(path, null)).status).toBe(401)
    for (const path of ['/requests/x/grant', '/requests/x/outcome', '/requests/x/withdraw'])
      expect((await send(path, '{}')).status).toBe(401)
    expect(asked.lookups).toBe(5)
  })

  it('and is revoked hears 401 and nothing else, whatever was sent', async () => {
    const { send } = anApi(null, {
      propose: async () => refuse('unauthenticated'),
      redeem: async () => refuse('unauthenticated'),
    })
    for (const [path, body] of [
      ['/requests', PROPOSAL],
      ['/requests', '{'],
      ['/requests', '{"kind":"write"}'],
      ['/redemptions', '{"grant":"x"}'],
      ['/redemptions', '{}'],
    ] as const) {
      const answer = await send(path, body)
      expect([path, body, answer.status]).toEqual([path, body, 401])
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
      expect(await answer.json()).toMatchObject({ code: 'unauthenticated' })
    }
  })

  it('and has lost the scope hears that', async () => {
    const { send } = anApi(aClient({ scopes: ['read'] }), { propose: async () => refuse('unauthenticated') })
    for (const body of [PROPOSAL, '{']) {
      const answer = await send('/requests', body)
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'scope_missing'])
    }
  })
})
