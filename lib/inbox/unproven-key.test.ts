import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '@/lib/policy'
import { aWorld, codeOf, granted, type World } from './testing'

const HASH = 'h'.repeat(64)
const towels = { kind: 'write' as const, tool: 'order_towels', inputs: { count: 12 } }

let world: World
let known: Client
beforeAll(async () => {
  world = await aWorld()
  known = { ...world.client, unprovenKey: HASH }
})
afterAll(() => world.close())

const key = async (set: { scopes?: string[]; revoked?: boolean; client?: string; org?: string }) => {
  await world.test.query('delete from api_keys where hash = $1', [HASH])
  const { scopes = ['propose', 'redeem'], revoked = false, client = world.client.id, org = world.client.org } = set
  await world.test.query(
    `insert into api_keys (hash, organization, client, scopes, revoked_at)
     values ($1, $2, $3, $4, case when $5::boolean then app_now() end)`,
    [HASH, org, client, scopes, revoked],
  )
}
const FAULTS = [
  ['revoked', { revoked: true }],
  ['of another client', { client: 'c-other' }],
  ['of another organization', { org: 'southgate' }],
  ['without the scope any more', { scopes: ['read'] }],
] as const

describe('a client that is known from a moment ago', () => {
  it('proposes, redeems and resolves as long as its key stands', async () => {
    await key({})
    granted(await world.inbox.propose(known, towels, null))
    const { id } = await world.approved(towels)
    const { grant } = granted(await world.inbox.grant(world.client, id))
    expect(granted(await world.inbox.redeem(known, grant, null)).request).toBe(id)
    const other = await world.approved(towels)
    const second = granted(await world.inbox.grant(world.client, other.id)).grant
    const call = { grant: second, tool: towels.tool, inputs: towels.inputs }
    expect(granted(await world.inbox.resolve(known, call, null)).approved).toBe(true)
  })

  it.each(FAULTS)('with a key that is %s proposes nothing and spends nothing', async (_what, fault) => {
    await key({})
    const { id } = await world.approved(towels)
    const { grant } = granted(await world.inbox.grant(world.client, id))
    const before = await world.count('requests')
    await key({ ...fault, scopes: 'scopes' in fault ? [...fault.scopes] : ['propose', 'redeem'] })
    expect(codeOf(await world.inbox.propose(known, towels, null))).toBe('unauthenticated')
    expect(codeOf(await world.inbox.redeem(known, grant, null))).toBe('unauthenticated')
    expect(codeOf(await world.inbox.redeem(known, grant, { key: 'k', bodyHash: 'b' }))).toBe('unauthenticated')
    const call = { grant, tool: towels.tool, inputs: towels.inputs }
    for (const tool of [towels.tool, 'a\u0000', 't'.repeat(61)])
      expect(codeOf(await world.inbox.resolve(known, { ...call, tool }, null))).toBe('unauthenticated')
    expect(await world.count('requests')).toBe(before)
    expect(granted(await world.inbox.redeem(world.client, grant, null)).request).toBe(id)
  })

  it('hears nothing that an earlier call was answered, once its key is revoked', async () => {
    await key({})
    const once = { key: 'k-replay', bodyHash: 'b' }
    granted(await world.inbox.propose(known, towels, once))
    await key({ revoked: true })
    expect(codeOf(await world.inbox.propose(known, towels, once))).toBe('unauthenticated')
  })
})
