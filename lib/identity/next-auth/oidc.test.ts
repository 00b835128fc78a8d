import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { secretHash } from '@/lib/identity'
import { aStore, type StoreInMemory } from '../testing'
import { authConfig } from './auth-config'
import { withWayBack } from './callback'
import { anIssuer, type Claims, type Issuer } from './testing'

const url = 'http://localhost:3000'
let issuer: Issuer
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the issuer of the tests says that it is one
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  issuer = await anIssuer(`${url}/api/auth/callback/oidc`)
})
afterAll(() => issuer.stop())

type Jar = Map<string, string>

function keep(jar: Jar, answer: Response): Response {
  for (const set of answer.headers.getSetCookie()) {
    const [pair = ''] = set.split(';')
    const at = pair.indexOf('=')
    if (pair.slice(at + 1) === '') jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
  return answer
}
const cookieOf = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** A browser at our door, and at the issuer's. */
function aBrowser(store: StoreInMemory = aStore(), jar: Jar = new Map()) {
  const signedIn = async () => {
    const token = jar.get('countersign-session')
    return token === undefined ? null : ((await store.sessionByHash(secretHash(token)))?.user.id ?? null)
  }
  const oidc = { issuer: issuer.url, clientId: issuer.clientId, clientSecret: issuer.clientSecret, name: 'Work' }
  const settings = {
    store: () => store,
    sendLink: () => undefined,
    secret: 's'.repeat(32),
    url,
    oidc,
    log: () => undefined,
  }
  const { handlers } = NextAuth(authConfig(settings, signedIn))
  const ours = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie: cookieOf(jar), ...(init.headers as object) }
    const request = new NextRequest(`${url}${path}`, { ...init, headers } as never)
    return keep(jar, await (init.method === 'POST' ? handlers.POST(request) : handlers.GET(request)))
  }
  /** To the issuer and back, as far as its answer: an address of ours with code and state. */
  const toIssuer = async (claims: Claims, target: string) => {
    const { csrfToken } = await (await ours('/api/auth/csrf')).json()
    const begun = await ours('/api/auth/signin/oidc', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, callbackUrl: target }),
    })
    const asked = new URL(begun.headers.get('location') ?? '')
    const theirs: Jar = new Map()
    let next = asked
    while (next.origin === issuer.url) {
      const isAsked = next.pathname.startsWith('/interaction/')
      const form = { method: 'POST', body: new URLSearchParams({ claims: JSON.stringify(claims) }) }
      const headers = { cookie: cookieOf(theirs) }
      const answer = keep(theirs, await fetch(next, { redirect: 'manual', headers, ...(isAsked ? form : {}) }))
      next = new URL(answer.headers.get('location') ?? '', next)
    }
    return { asked, answer: next }
  }
  const comeBack = (answer: URL) => ours(`${answer.pathname}${answer.search}`)
  const signIn = async (claims: Claims, target = '/inbox') => {
    const location = (await comeBack((await toIssuer(claims, target)).answer)).headers.get('location') ?? ''
    return location.replace(url, '')
  }
  return { store, jar, signIn, toIssuer, comeBack }
}
const who = ({ store, jar }: ReturnType<typeof aBrowser>) =>
  store.sessions.get(secretHash(jar.get('countersign-session') ?? ''))?.user ?? null

const INES: Claims = { sub: 's-ines', name: 'Ines', email: 'ines@northgate.example', email_verified: true }
const REFUSED = '/signin/error?error=AccessDenied'

describe('an account that is known', () => {
  const known = () => {
    const browser = aBrowser()
    browser.store.accounts.set(`${issuer.url} s-ines`, 'ines')
    return browser
  }
  it('signs its person in and lands on the page they came for, by code with PKCE, state and nonce', async () => {
    const browser = known()
    const { asked, answer } = await browser.toIssuer(INES, '/requests/42?tab=raw')
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${url}/api/auth/callback/oidc` },
      ...{
        state: expect.stringMatching(/.{20}/),
        nonce: expect.stringMatching(/.{20}/),
        code_challenge: expect.any(String),
      },
    })
    expect((await browser.comeBack(answer)).headers.get('location')).toBe(`${url}/requests/42?tab=raw`)
    expect(who(browser)).toBe('ines')
  })
  it.each([
    ['changed', { email: 'new.name@northgate.example' }],
    ['is somebody else’s', { email: 'dana@northgate.example' }],
    ['is not verified any more', { email_verified: false }],
  ])('stays that person when the address %s', async (_, claims) => {
    const browser = known()
    expect(await browser.signIn({ ...INES, ...claims })).toBe('/inbox')
    expect(who(browser)).toBe('ines')
    expect(browser.store.users.get('ines')?.email).toBe('ines@northgate.example')
  })
  it('opens nothing for a person who is a member of nothing any more', async () => {
    const browser = known()
    browser.store.accounts.set(`${issuer.url} s-ines`, 'gone')
    expect(await browser.signIn(INES)).toBe(REFUSED)
    expect(who(browser)).toBeNull()
  })
})

describe('an account that nobody knows', () => {
  const refused = async (claims: { email: string; email_verified: boolean }, error: string) => {
    const browser = aBrowser()
    const before = JSON.stringify([...browser.store.users])
    expect(await browser.signIn({ sub: 's-x', name: 'X', ...claims })).toBe(error)
    expect([who(browser), browser.store.accounts.size, browser.store.sessions.size]).toEqual([null, 0, 0])
    expect(JSON.stringify([...browser.store.users])).toBe(before)
  }
  it('does not get in by the address of a member that it has not verified, nor by one that it has', async () => {
    await refused({ email: 'ines@northgate.example', email_verified: false }, REFUSED)
    await refused(
      { email: 'INES@northgate.example', email_verified: true },
      '/signin/error?error=OAuthAccountNotLinked',
    )
  })
  it('does not get in by an address that nobody invited', () =>
    refused({ email: 'stranger@evil.example', email_verified: true }, REFUSED))

  const NORA: Claims = { sub: 's-new', name: 'Nora', email: 'new@northgate.example', email_verified: true }
  const invited = () => {
    const browser = aBrowser()
    browser.store.invited.add('new@northgate.example')
    return browser
  }
  it('of an invited and verified address is a new person; the next time it is the same one', async () => {
    const browser = invited()
    expect(await browser.signIn(NORA, '/join')).toBe('/join')
    const id = who(browser)
    expect(browser.store.accounts.get(`${issuer.url} s-new`)).toBe(id)
    expect(browser.store.users.get(id ?? '')).toMatchObject({ name: 'Nora', email: 'new@northgate.example' })
    const again = aBrowser(browser.store)
    await again.signIn(NORA)
    expect(who(again)).toBe(id)
  })
  it('of an invited address that is not verified makes nobody', async () => {
    const browser = invited()
    const before = browser.store.users.size
    expect(await browser.signIn({ ...NORA, email_verified: false }, '/join')).toBe(REFUSED)
    expect(browser.store.users.size).toBe(before)
  })
  it('is linked to whoever is signed in, and from then on signs them in', async () => {
    const store = aStore()
    const token = 'a'.repeat(64)
    await store.createSession({ hash: secretHash(token), user: 'dana', expires: new Date(Date.now() + 60_000) })
    const dana = { sub: 's-dana', name: 'Dana', email: 'private@mail.example', email_verified: false }
    expect(await aBrowser(store, new Map([['countersign-session', token]])).signIn(dana, '/settings')).toBe('/settings')
    expect(store.accounts.get(`${issuer.url} s-dana`)).toBe('dana')
    const later = aBrowser(store)
    await later.signIn(dana)
    expect(who(later)).toBe('dana')
  })
})

describe('an answer of the issuer', () => {
  it('to another browser, with another state, or used twice, signs nobody in', async () => {
    const browser = aBrowser()
    browser.store.accounts.set(`${issuer.url} s-ines`, 'ines')
    const { answer } = await browser.toIssuer(INES, '/inbox')
    const other = aBrowser(browser.store)
    expect((await other.comeBack(answer)).headers.get('location')).toContain('/signin/error')
    expect(who(other)).toBeNull()
    const fresh = aBrowser(browser.store)
    const begun = await fresh.toIssuer(INES, '/inbox')
    begun.answer.searchParams.set('state', 'x')
    expect((await fresh.comeBack(begun.answer)).headers.get('location')).toContain('/signin/error')
    expect(browser.store.sessions.size).toBe(0)
    await browser.comeBack(answer)
    expect(browser.store.sessions.size).toBe(1)
    await browser.comeBack(answer)
    expect(browser.store.sessions.size).toBe(1)
  })
  it('that is a failure keeps the page people came for, and only one of ours', async () => {
    const failure = (target: string) =>
      withWayBack(
        Response.redirect(`${url}/signin/error?error=AccessDenied`),
        new Request(`${url}/api/auth/callback/oidc?code=c`, {
          headers: { cookie: `a=b; authjs.callback-url=${encodeURIComponent(target)}` },
        }),
        url,
      ).headers.get('location')
    expect(failure(`${url}/requests/42?tab=raw`)).toBe(
      `${url}/signin/error?error=AccessDenied&callbackUrl=%2Frequests%2F42%3Ftab%3Draw`,
    )
    expect(failure('https://evil.example/requests/42')).toBe(`${url}/signin/error?error=AccessDenied`)
  })
})
