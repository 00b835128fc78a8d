import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { describe, expect, it } from 'vitest'
import { aStore, type StoreInMemory } from '../testing'
import { authConfig } from './auth-config'
import { isOurOwnClick, withWayBack } from './callback'

const url = 'http://localhost:3000'

function aDoor(store: StoreInMemory = aStore(), at = url) {
  const mails: { to: string; link: string }[] = []
  const logged: string[] = []
  const config = authConfig({
    store: () => store,
    sendLink: (mail) => void mails.push(mail),
    secret: 's'.repeat(32),
    url: at,
    oidc: null,
    log: (level) => void logged.push(level),
  })
  const { handlers } = NextAuth(config)
  const ask = async (email: string, target: string) => {
    const csrf = await handlers.GET(new NextRequest(`${at}/api/auth/csrf`))
    const { csrfToken } = await csrf.json()
    const cookie = csrf.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    return handlers.POST(
      new NextRequest(`${at}/api/auth/signin/email`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email, callbackUrl: target, csrfToken }),
      }),
    )
  }
  const follow = (link: string | undefined) =>
    handlers.GET(new NextRequest(`${at}/api/auth/callback/email?${new URL(link ?? at).searchParams}`))
  return { store, mails, logged, ask, follow }
}

describe('a mailed link', () => {
  it('leads to a page with a button, on the configured address, and keeps the page people came for', async () => {
    const { ask, mails } = aDoor()
    await ask('ines@northgate.example', '/requests/42?tab=raw')
    const link = new URL(mails[0]?.link ?? '')
    expect(`${link.origin}${link.pathname}`).toBe(`${url}/signin/confirm`)
    expect(link.searchParams.get('callbackUrl')).toBe('/requests/42?tab=raw')
  })

  it('signs in once and lands on that page; the second use is refused and logged as an everyday thing', async () => {
    const { ask, follow, mails, store, logged } = aDoor()
    await ask('Ines@Northgate.example', '/requests/42?tab=raw')
    const link = mails[0]?.link
    const first = await follow(link)
    expect(first.headers.get('location')).toBe(`${url}/requests/42?tab=raw`)
    const cookie = first.headers.getSetCookie().find((set) => set.startsWith('countersign-session='))
    expect(cookie).toMatch(/^countersign-session=[0-9a-f]{64}; .*HttpOnly; SameSite=Lax/)
    expect(store.sessions.size).toBe(1)

    const second = await follow(link)
    expect(second.headers.get('location')).toBe(`${url}/signin/error?error=Verification`)
    expect(store.sessions.size).toBe(1)
    expect(logged).toEqual(['info'])
  })

  it('behind TLS has an https address, and its session a cookie that no other host or scheme sees', async () => {
    const { ask, follow, mails } = aDoor(aStore(), 'https://countersign.example')
    await ask('ines@northgate.example', '/inbox')
    expect(mails[0]?.link).toMatch(/^https:\/\/countersign\.example\/signin\/confirm\?/)
    const answer = await follow(mails[0]?.link)
    expect(answer.headers.get('location')).toBe('https://countersign.example/inbox')
    const cookie = answer.headers.getSetCookie().find((set) => set.includes('countersign-session='))
    expect(cookie).toMatch(/^__Host-countersign-session=[0-9a-f]{64}; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
  })

  it('is kept as a hash, and so is the session that it begins', async () => {
    const { ask, follow, mails, store } = aDoor()
    await ask('ines@northgate.example', '/')
    const token = new URL(mails[0]?.link ?? '').searchParams.get('token') ?? ''
    expect(token).not.toBe('')
    expect(JSON.stringify([...store.verifications])).not.toContain(token)
    const cookie = (await follow(mails[0]?.link)).headers.getSetCookie().join('\n')
    const session = /countersign-session=([0-9a-f]{64})/.exec(cookie)?.[1] ?? 'none'
    expect([...store.sessions.keys()]).not.toContain(session)
  })

  it('is too old after ten minutes', async () => {
    const { ask, follow, mails, store } = aDoor()
    await ask('ines@northgate.example', '/')
    for (const link of store.verifications.values()) {
      expect(link.expires.getTime() - Date.now()).toBeGreaterThan(590_000)
      expect(link.expires.getTime() - Date.now()).toBeLessThanOrEqual(600_000)
      link.expires = new Date(Date.now() - 1)
    }
    expect((await follow(mails[0]?.link)).headers.get('location')).toBe(`${url}/signin/error?error=Verification`)
  })

  it('leads to nobody else’s site', async () => {
    const { ask, mails } = aDoor()
    for (const target of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])
      await ask('ines@northgate.example', target)
    expect(mails).toHaveLength(4)
    for (const { link } of mails) expect(new URL(link).searchParams.has('callbackUrl')).toBe(false)
  })

  it('is sent five times in ten minutes and no more', async () => {
    const { ask, mails } = aDoor()
    for (let n = 0; n < 7; n++) await ask('ines@northgate.example', '/')
    expect(mails).toHaveLength(5)
  })

  it('signs nobody in whose membership ended meanwhile', async () => {
    const door = aDoor()
    await door.ask('ines@northgate.example', '/')
    door.store.mayEnter = async () => false
    expect((await door.follow(door.mails[0]?.link)).headers.get('location')).toBe(
      `${url}/signin/error?error=AccessDenied`,
    )
    expect(door.store.sessions.size).toBe(0)
  })
})

it('mails nothing to an address that is no member’s, stores nothing for it, and makes no user', async () => {
  const { ask, mails, store } = aDoor()
  const users = store.users.size
  for (const address of ['stranger@evil.example', 'gone@northgate.example']) {
    const answer = await ask(address, '/')
    expect(answer.headers.get('location')).not.toContain('error')
  }
  expect(mails).toEqual([])
  expect(store.verifications.size).toBe(0)
  expect(store.users.size).toBe(users)
})

describe('the callback', () => {
  const callback = `${url}/api/auth/callback/email?token=t&email=a%40b.example&callbackUrl=%2Frequests%2F42`

  it('shows the button first when it was followed from elsewhere', () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const bounced = isOurOwnClick(new Request(callback, { headers: { 'sec-fetch-site': site } }), url)
      expect(bounced?.headers.get('location')).toBe(callback.replace('/api/auth/callback/email', '/signin/confirm'))
    }
    expect(isOurOwnClick(new Request(callback, { headers: { 'sec-fetch-site': 'same-origin' } }), url)).toBeNull()
    expect(isOurOwnClick(new Request(callback), url)).toBeNull()
  })

  it('keeps the page people came for through a failure, and only ours', () => {
    const failed = Response.redirect(`${url}/signin/error?error=Verification`)
    expect(withWayBack(failed, new Request(callback), url).headers.get('location')).toBe(
      `${url}/signin/error?error=Verification&callbackUrl=%2Frequests%2F42`,
    )
    const foreign = new Request(callback.replace('%2Frequests', '%2F%2Fevil.example'))
    expect(withWayBack(failed, foreign, url).headers.get('location')).toBe(`${url}/signin/error?error=Verification`)
  })
})
