import { describe, expect, it } from 'vitest'
import { identityFrom, newKey, newSessionToken, secretHash, sessionCookie } from './index'
import { aStore } from './testing'

const url = 'http://localhost:3000'

describe('a session', () => {
  it('is found by the hash of its token, in the cookie of this address', async () => {
    const store = aStore()
    const token = newSessionToken()
    await store.createSession({ hash: secretHash(token), user: 'ines', expires: new Date(Date.now() + 60_000) })
    const identity = identityFrom(store, url)
    expect(await identity.personOf(`theme=dark; countersign-session=${token}; x=y`)).toMatchObject({
      kind: 'person',
      id: 'ines',
      org: 'northgate',
    })
    expect(JSON.stringify([...store.sessions])).not.toContain(token)
  })

  it('is nobody without a cookie, with another cookie, with a token that is none, or when it is over', async () => {
    const store = aStore()
    const token = newSessionToken()
    await store.createSession({ hash: secretHash(token), user: 'ines', expires: new Date(Date.now() - 1) })
    const { personOf } = identityFrom(store, url)
    for (const header of [
      undefined,
      '',
      'countersign-session',
      'countersign-session=',
      `countersign-session=${newSessionToken()}`,
      `countersign-session=${secretHash(token)}`,
      `__Host-countersign-session=${token}`,
      `countersign-session=${token}`,
    ])
      expect(await personOf(header)).toBeNull()
  })

  it('keeps its cookie under one name by the configured scheme, and bound to the host over https', () => {
    expect(sessionCookie('https://countersign.example')).toEqual({
      name: '__Host-countersign-session',
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
    })
    expect(sessionCookie(url)).toMatchObject({ name: 'countersign-session', options: { secure: false } })
  })
})

describe('a key', () => {
  it('is found by its hash, whatever the case of «Bearer»', async () => {
    const store = aStore()
    const { key, hash } = newKey()
    store.keys.set(hash, { kind: 'client', id: 'rota', org: 'northgate', name: 'Rota agent', scopes: ['propose'] })
    const { clientOf } = identityFrom(store, url)
    expect(await clientOf(`Bearer ${key}`)).toMatchObject({ kind: 'client', id: 'rota' })
    expect(await clientOf(`bearer ${key}`)).toMatchObject({ id: 'rota' })
  })

  it('is refused from the moment it is revoked', async () => {
    const store = aStore()
    const { key, hash } = newKey()
    store.keys.set(hash, { kind: 'client', id: 'rota', org: 'northgate', name: 'Rota agent', scopes: [] })
    const { clientOf } = identityFrom(store, url)
    expect(await clientOf(`Bearer ${key}`)).not.toBeNull()
    store.keys.delete(hash)
    expect(await clientOf(`Bearer ${key}`)).toBeNull()
  })

  it('is nobody when it is missing, of another scheme or of another form', async () => {
    const { key } = newKey()
    const { clientOf } = identityFrom(aStore(), url)
    for (const header of [
      undefined,
      '',
      key,
      `Basic ${key}`,
      `Bearer  ${key}`,
      `Bearer ${key} `,
      'Bearer csk_1',
      `Bearer ${key}0`,
    ])
      expect(await clientOf(header)).toBeNull()
  })
})
