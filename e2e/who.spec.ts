import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { axe } from './support/axe'
import { arrivals } from './support/outside'
import { elsewhere, people } from './support/people'
import { signIn } from './support/sign-in'
import { everything, sql } from './support/sql'
import { api, holderOf, proposeShift } from './support/stories'
import { expect, test } from './support/test'
import { world } from './support/world'

const linkTo = async (email: string, from = 0) => {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await arrivals()).mails.slice(from).filter(({ to }) => to === email)
      link = /https?:\/\/\S+signin\/confirm\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('a deep link survives signing in by mail, and scanners spend nothing', async ({ page, request }) => {
  const { id, title } = await proposeShift()
  await page.goto(`/requests/${id}`)
  await expect(page).toHaveURL(/\/signin\?callbackUrl=/)
  await axe(page)
  const sent = (await arrivals()).mails.length
  await page.getByLabel('Work e-mail').fill(people.ines.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Look at your mail' })).toBeVisible()
  await axe(page)
  const link = await linkTo(people.ines.email, sent)
  expect(new URL(link).origin).toBe(world().url)
  for (let times = 0; times < 3; times++) {
    await request.get(link)
    await request.head(link)
    await request.get(link.replace('/signin/confirm', '/api/auth/callback/email'), {
      headers: { 'sec-fetch-site': 'cross-site' },
      maxRedirects: 0,
    })
  }
  await page.goto(link)
  await axe(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/requests/${id}`)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/signin\/error/)
  await axe(page)
})

test('an address nobody knows gets the same page and no mail', async ({ page }) => {
  await page.goto('/signin')
  const before = (await arrivals()).mails.length
  await page.getByLabel('Work e-mail').fill('nobody@northgate.example')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Look at your mail' })).toBeVisible()
  await linkTo(people.ines.email).catch(() => undefined) // time for a mail that must not come
  expect((await arrivals()).mails.slice(before).filter(({ to }) => to === 'nobody@northgate.example')).toEqual([])
})

test('another account: who you are, never for whom it was; switch, come back, decide', async ({ page, allow }) => {
  allow(/status of 404/)
  const { id, shift } = await proposeShift()
  await signIn(page, people.maya)
  const answer = await page.goto(`/requests/${id}`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText(people.maya.email).first()).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Dana')
  await axe(page)
  await page.getByRole('button', { name: 'Switch account' }).click()
  await expect(page).toHaveURL(/\/signin\?callbackUrl=/)
  const sent = (await arrivals()).mails.length
  await page.getByLabel('Work e-mail').fill(people.dana.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.goto(await linkTo(people.dana.email, sent))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  expect(await holderOf(shift)).toBe('W-1190')
})

test('«not yours», «another organization’s» and «not there» are the same bytes', async ({ context, request }) => {
  const { id } = await proposeShift()
  for (const person of [people.maya, elsewhere]) {
    await signIn(context, person)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const bytes = async (path: string, at: string) => {
      const answer = await request.get(path, { headers: { cookie } })
      expect(answer.status()).toBe(404)
      return (await answer.text())
        .replaceAll(at, 'ID')
        .replace(/nonce="[^"]*"|"nonce":"[^"]*"|nonce\\?":\\?"[^"\\]*/g, '')
    }
    const random = randomUUID()
    expect(await bytes(`/api/requests/${id}`, id)).toBe(await bytes(`/api/requests/${random}`, random))
    expect((await bytes(`/requests/${id}`, id)).length).toBe((await bytes(`/requests/${random}`, random)).length)
    await context.clearCookies()
  }
  const there = await api('GET', `/requests/${id}`, undefined, 'other')
  const random = await api('GET', `/requests/${randomUUID()}`, undefined, 'other')
  expect(there).toEqual(random)
})

test('looking decides nothing: every address by GET, HEAD and prefetch leaves every row as it was', async ({
  context,
  request,
}) => {
  const { id } = await proposeShift()
  await signIn(context, people.dana)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await sql('select 1')
  const before = await everything()
  const paths = [
    '/',
    '/inbox',
    `/inbox?open=${id}`,
    '/inbox?view=asked',
    '/inbox?view=decided',
    '/inbox?q=leo&warned=1',
    `/requests/${id}`,
    `/requests/${randomUUID()}`,
    '/signin',
    '/signin/sent',
    '/signin/error?error=Verification',
    '/api/inbox',
    `/api/requests/${id}`,
    '/api/auth/session',
    '/api/auth/signout',
    '/healthz',
    '/nothing-here',
    '/api/v1/openapi.json',
  ]
  const kinds: Record<string, string>[] = [
    {},
    { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate' },
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'x-countersign-load': 'document', rsc: '1' },
    { 'x-middleware-subrequest': 'proxy' },
  ]
  for (const path of paths)
    for (const headers of kinds) {
      await request.get(path, { headers: { cookie, ...headers }, maxRedirects: 0 })
      await request.head(path, { headers: { cookie, ...headers }, maxRedirects: 0 })
    }
  expect(await everything()).toEqual(before)
})

test('a token is minted by opening and by nothing else', async ({ context, request }) => {
  const { id } = await proposeShift()
  await signIn(context, people.dana)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const tokens = async () =>
    (await sql<{ n: number }>('select count(*)::int as n from tokens where request = $1', [id]))[0]?.n
  const get = (r: APIRequestContext, headers: Record<string, string>) =>
    r.get(`/requests/${id}`, { headers: { cookie, ...headers } })
  await request.head(`/requests/${id}`, { headers: { cookie } })
  await get(request, { rsc: '1' })
  await get(request, { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'navigate' })
  await get(request, { 'sec-fetch-mode': 'cors' })
  await get(request, { rsc: '1', 'x-countersign-load': 'document' })
  expect(await tokens()).toBe(0)
  await get(request, {})
  expect(await tokens()).toBe(1)
})
