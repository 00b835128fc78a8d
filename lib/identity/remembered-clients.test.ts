import { describe, expect, it } from 'vitest'
import type { Client } from '@/lib/policy'
import { identityFrom, newKey } from './index'
import { rememberedClients } from './remembered-clients'
import { aStore } from './testing'

const client: Client = { kind: 'client', id: 'rota', org: 'northgate', name: 'Rota agent', scopes: ['propose'] }

describe('a remembered client', () => {
  it('is there after its key was looked up, and is marked as still to be proven', async () => {
    const store = aStore()
    const { key, hash } = newKey()
    store.keys.set(hash, client)
    const { clientOf, rememberedClientOf } = identityFrom(store, 'http://localhost:3000')
    expect(rememberedClientOf(`Bearer ${key}`)).toBeNull()
    expect(await clientOf(`Bearer ${key}`)).not.toHaveProperty('unprovenKey')
    expect(rememberedClientOf(`Bearer ${key}`)).toEqual({ ...client, unprovenKey: hash })
    expect(rememberedClientOf(key)).toBeNull()
  })

  it('is forgotten when a look-up finds its key gone', async () => {
    const store = aStore()
    const { key, hash } = newKey()
    store.keys.set(hash, client)
    const { clientOf, rememberedClientOf } = identityFrom(store, 'http://localhost:3000')
    await clientOf(`Bearer ${key}`)
    store.keys.delete(hash)
    await clientOf(`Bearer ${key}`)
    expect(rememberedClientOf(`Bearer ${key}`)).toBeNull()
  })

  it('is forgotten after a minute, and when ten thousand others came', () => {
    let now = 0
    const clients = rememberedClients(() => now)
    clients.keep('a', client)
    now = 59_999
    expect(clients.find('a')).not.toBeNull()
    now = 60_000
    expect(clients.find('a')).toBeNull()
    clients.keep('b', client)
    for (let n = 0; n < 10_000; n++) clients.keep(`${n}`, client)
    expect(clients.find('b')).toBeNull()
    expect(clients.find('9999')).not.toBeNull()
  })
})
