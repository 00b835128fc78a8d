import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenHash } from '@/lib/binding'
import type { Proposal } from './inbox'
import { aClient, aProposal, aWorld, codeOf, granted, HOUR_MS, START, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.mood.barred.clear()
  world.mood.asked.length = 0
  world.mood.authorizeThrows = world.mood.describeThrows = false
  world.mood.describes = null
})

const TABLES = ['requests', 'eligibility', 'events', 'timers', 'changes', 'idempotency', 'outbox', 'tokens']
const stored = async () => Promise.all(TABLES.map((table) => world.count(table)))
const refusal = async (more: Partial<Proposal>, client = world.client) => {
  const before = await stored()
  const result = await world.inbox.propose(client, aProposal(more), { key: `k-${Math.random()}`, bodyHash: 'b' })
  expect(await stored(), 'nothing is stored on a refusal').toEqual(before)
  if (result.ok) throw new Error('was accepted')
  return result.error
}
const eligible = (request: string) =>
  world.test.query('select person, may_decide as may, why, rank from eligibility where request = $1 order by person', [
    request,
  ])

describe('a proposal that cannot stand is refused, names the place, and stores nothing', () => {
  it('a key without the scope', async () => {
    expect(await refusal({}, aClient('c-rota', 'northgate', ['read', 'redeem']))).toMatchObject({
      code: 'scope_missing',
    })
  })
  it('an unknown tool', async () => {
    expect(await refusal({ tool: 'no_such' })).toMatchObject({ code: 'unknown_tool', at: [{ path: '$.tool' }] })
  })
  it('another version than the one in use', async () => {
    expect(await refusal({ version: '2' })).toMatchObject({ code: 'version_mismatch', at: [{ path: '$.version' }] })
  })
  it('inputs that do not fit, every place at once', async () => {
    const { code, at } = await refusal({ inputs: { sign: 1, more: true } })
    expect(code).toBe('invalid')
    expect(at.map(({ path }) => path).sort()).toEqual(['$.inputs.more', '$.inputs.sign', '$.inputs.text'])
  })
  it.each(['a\u0000b', 'half \ud800', 'x'.repeat(4_001)])('words of an agent that cannot be kept', async (words) => {
    expect(await refusal({ agent: { name: 'A', words } })).toMatchObject({
      code: 'invalid',
      at: [{ path: '$.agent.words' }],
    })
  })
  it.each(['nobody@northgate.example', 'u-zoe', 'zoe@southgate.example'])(
    'for %s, who is no member',
    async (onBehalfOf) => {
      expect(await refusal({ onBehalfOf })).toMatchObject({ code: 'unknown_person', at: [{ path: '$.on_behalf_of' }] })
    },
  )
  it('a policy that cannot be read means no', async () => {
    await world.policy('set_own_sign', { who: { kind: 'people', people: [] } })
    expect(await refusal({ tool: 'set_own_sign' })).toMatchObject({ code: 'no_policy' })
    await world.policy('set_own_sign', { who: { kind: 'proposed_for' } })
  })
  it('for somebody who could not make the write', async () => {
    world.mood.barred.add('u-tomas')
    expect(await refusal({})).toMatchObject({ code: 'not_authorized' })
  })
  it('a client that proposes for itself and could not make the write', async () => {
    world.mood.barred.add('c-rota')
    const result = await world.inbox.propose(
      world.client,
      { tool: 'set_sign', inputs: { sign: 'door', text: 'x' } },
      null,
    )
    expect(codeOf(result)).toBe('not_authorized')
  })
  it('where fewer may decide than the quorum asks for', async () => {
    for (const id of ['u-ada', 'u-ben', 'u-cleo']) world.mood.barred.add(id)
    expect(await refusal({})).toMatchObject({ code: 'nobody_may_decide' })
  })
  it('where the client proposes for itself and only the person proposed for may decide', async () => {
    const result = await world.inbox.propose(
      world.client,
      { tool: 'set_own_sign', inputs: { sign: 'door', text: 'x' } },
      null,
    )
    expect(codeOf(result)).toBe('nobody_may_decide')
  })
  it('a tool that cannot authorize, cannot describe, or breaks the limits of a confirmation', async () => {
    world.mood.authorizeThrows = true
    expect(await refusal({})).toMatchObject({ code: 'tool_failed' })
    world.mood.authorizeThrows = false
    world.mood.describeThrows = true
    expect(await refusal({})).toMatchObject({ code: 'tool_failed' })
    world.mood.describeThrows = false
    world.mood.describes = { title: 'x'.repeat(121), summary: '', details: [], warnings: [] }
    expect(await refusal({})).toMatchObject({ code: 'tool_failed' })
  })
  it('replacing a request that is not this client’s', async () => {
    const theirs = granted(await world.inbox.propose(world.otherClient, aProposal(), null)).request
    for (const replaces of [theirs.id, '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21', 'nonsense'])
      expect(await refusal({ replaces }), replaces).toMatchObject({ code: 'invalid', at: [{ path: '$.replaces' }] })
  })
  it.each([0, -1, 0.5, Number.NaN])('a life of %s milliseconds', async (expiresInMs) => {
    expect(await refusal({ expiresInMs })).toMatchObject({ code: 'invalid' })
  })
})

describe('an accepted proposal', () => {
  it('is pending, bound to the person it is for, and expires as the policy says', async () => {
    const request = await world.propose()
    expect(request).toMatchObject({
      status: 'pending',
      outcome: null,
      onBehalfOf: 'u-tomas',
      createdAt: START,
      events: 1,
    })
    expect(Date.parse(request.expiresAt) - Date.parse(request.createdAt)).toBe(24 * HOUR_MS)
    expect(await world.inbox.viewForClient(world.client, request.id)).toEqual({ ok: true, value: request })
  })
  it('may ask for a shorter life, never for a longer one', async () => {
    const lives = await Promise.all(
      [HOUR_MS, 999 * HOUR_MS].map(async (expiresInMs) => {
        const { createdAt, expiresAt } = await world.propose({ expiresInMs })
        return Date.parse(expiresAt) - Date.parse(createdAt)
      }),
    )
    expect(lives).toEqual([HOUR_MS, 24 * HOUR_MS])
  })
  it('finds the person by address in any case', async () => {
    expect(await world.propose({ onBehalfOf: 'Tomas@Northgate.example' })).toMatchObject({ onBehalfOf: 'u-tomas' })
  })
  it('writes a row for whom the policy names and whom it is for; others are not told', async () => {
    const { id } = await world.propose()
    expect(await eligible(id)).toEqual([
      { person: 'u-ada', may: true, why: null, rank: 0 },
      { person: 'u-ben', may: true, why: null, rank: 0 },
      { person: 'u-cleo', may: true, why: null, rank: 0 },
      { person: 'u-tomas', may: false, why: 'asked_on_their_behalf', rank: 1 },
    ])
  })
  it('gives no row to who could not make the write', async () => {
    world.mood.barred.add('u-ben')
    const { id } = await world.propose()
    expect((await eligible(id)).map(({ person }) => person)).toEqual(['u-ada', 'u-cleo', 'u-tomas'])
  })
  it('four eyes: whom it is proposed for may not decide though the policy names them, unless it says so', async () => {
    const named = await world.propose({ onBehalfOf: 'u-ada' })
    expect((await eligible(named.id))[0]).toEqual({
      person: 'u-ada',
      may: false,
      why: 'asked_on_their_behalf',
      rank: 1,
    })
    const own = await world.propose({ tool: 'set_own_sign' })
    expect(await eligible(own.id)).toEqual([{ person: 'u-tomas', may: true, why: null, rank: 0 }])
  })
  it('asks the tool once for everybody', async () => {
    await world.propose()
    expect(world.mood.asked).toEqual([4])
  })
  it('an organization’s own policy goes before the tool’s', async () => {
    await world.policy('set_sign', {
      who: { kind: 'people', people: ['u-vic', 'u-ben'] },
      quorum: 2,
      lifetimeMs: 2_000,
    })
    const request = await world.propose()
    await world.test.query("delete from policies where subject = 'set_sign'")
    expect(request.approvals).toEqual({ have: 0, need: 2 })
    expect((await eligible(request.id)).map(({ person }) => person)).toEqual(['u-ben', 'u-tomas', 'u-vic'])
  })
  it('the same call twice is two requests, and each page names the other', async () => {
    const inputs = { sign: 'gate', text: 'Twice' }
    const [one, two] = [await world.propose({ inputs }), await world.propose({ inputs })]
    expect(one.fingerprint).toBe(two.fingerprint)
    const others = async (id: string) => (await world.openAs(world.people.ada, id)).view.sameCall.map((same) => same.id)
    expect([await others(one.id), await others(two.id)]).toEqual([[two.id], [one.id]])
  })
  it('names what it replaces, and the older one names its replacement', async () => {
    const older = await world.propose()
    const newer = await world.propose({ replaces: older.id })
    expect(newer.replaces).toBe(older.id)
    expect(granted(await world.inbox.viewForClient(world.client, older.id)).replacedBy).toBe(newer.id)
  })
  it('a hidden character in what a tool says does not stop anything, U+0000 in it does not crash', async () => {
    world.mood.describes = { title: 'a\u202eb', summary: 's', details: [], warnings: [] }
    expect((await world.propose()).title).toBe('a\u202eb')
    world.mood.describes = { title: 'a\u0000b', summary: 's', details: [], warnings: [] }
    expect(codeOf(await world.inbox.propose(world.client, aProposal(), null))).toBe('tool_failed')
  })
  it('inputs with U+0000 and any other text come back byte for byte', async () => {
    const inputs = { sign: 'door\u0000', text: '\u2028 "\\ \ud83d\ude00' }
    world.mood.describes = { title: 't', summary: 's', details: [], warnings: [] }
    const { id } = await world.propose({ inputs })
    const { view } = await world.openAs(world.people.ada, id)
    expect(JSON.parse(view.inputs)).toEqual(inputs)
  })
})

describe('Idempotency-Key', () => {
  const again = { key: 'order-7', bodyHash: tokenHash('body') }
  it('the same key and body answer the first request again, and make no second', async () => {
    const first = granted(await world.inbox.propose(world.client, aProposal(), again))
    const before = await stored()
    const second = granted(await world.inbox.propose(world.client, aProposal(), again))
    expect(await stored()).toEqual(before)
    expect(first.replayed).toBe(false)
    expect(second).toEqual({ request: first.request, replayed: true })
  })
  it('another body under the key is refused', async () => {
    const result = await world.inbox.propose(world.client, aProposal(), { ...again, bodyHash: 'other' })
    expect(codeOf(result)).toBe('idempotency_key_reused')
  })
  it('is per client, and of one organization', async () => {
    expect(granted(await world.inbox.propose(world.otherClient, aProposal(), again)).replayed).toBe(false)
  })
  it('a refused proposal gives its key back', async () => {
    const key = { key: 'refused', bodyHash: 'x' }
    expect(codeOf(await world.inbox.propose(world.client, aProposal({ replaces: world.client.id }), key))).toBe(
      'invalid',
    )
    expect(granted(await world.inbox.propose(world.client, aProposal(), { ...key, bodyHash: 'y' })).replayed).toBe(
      false,
    )
  })
  it('calls in flight with one key wait for the first and answer as it', async () => {
    const key = { key: 'in-flight', bodyHash: 'x' }
    const before = await world.count('requests')
    const results = await Promise.all(
      Array.from({ length: 8 }, () => world.inbox.propose(world.client, aProposal(), key)),
    )
    expect(await world.count('requests')).toBe(before + 1)
    const values = results.map(granted)
    expect(new Set(values.map(({ request }) => JSON.stringify(request))).size).toBe(1)
    expect(values.filter(({ replayed }) => !replayed)).toHaveLength(1)
  })
  it('is forgotten after 24 hours', async () => {
    await world.advance(24 * HOUR_MS)
    expect(granted(await world.inbox.propose(world.client, aProposal(), again)).replayed).toBe(false)
  })
})
