import { randomUUID } from 'node:crypto'
import { arrivals } from './support/outside'
import { elsewhere, people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { api, holderOf, proposeShift } from './support/stories'
import { expect, test } from './support/test'
import { world } from './support/world'

const linkTo = async (email: string, from = 0) => {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await arrivals()).mails
        .slice(from)
        .filter(({ to, subject }) => to === email && subject.startsWith('Sign in'))
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
  await sights(page)
  const sent = (await arrivals()).mails.length
  await page.getByLabel('Work e-mail').fill(people.ines.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Look at your mail' })).toBeVisible()
  await sights(page)
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
  await sights(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/requests/${id}`)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/signin\/error/)
  await sights(page)
})

test('an address nobody knows gets the same page and no mail', async ({ page }) => {
  const before = (await arrivals()).mails.length
  // Mail goes out in order: when hers has come, the one before would have come too.
  for (const email of ['nobody@northgate.example', people.ines.email]) {
    await page.goto('/signin')
    await page.getByLabel('Work e-mail').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByRole('heading', { name: 'Look at your mail' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('If that address can sign in here, a link is on its way.')
  }
  await linkTo(people.ines.email, before)
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
  await sights(page)
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
      return (
        (await answer.text())
          .replaceAll(at, 'ID')
          // Two things differ from one answer to the next: the nonce, and the time.
          .replaceAll(/nonce\\?"?[=:]\\?"[^"\\]*/g, 'nonce')
      )
    }
    const random = randomUUID()
    expect(await bytes(`/api/requests/${id}`, id)).toBe(await bytes(`/api/requests/${random}`, random))
    expect(await bytes(`/requests/${id}`, id)).toBe(await bytes(`/requests/${random}`, random))
    await context.clearCookies()
  }
  const there = await api('GET', `/requests/${id}`, undefined, 'other')
  const random = await api('GET', `/requests/${randomUUID()}`, undefined, 'other')
  expect(there).toEqual(random)
})
