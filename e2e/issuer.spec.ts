import type { Page } from '@playwright/test'
import { people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { sql } from './support/sql'
import { proposeShift } from './support/stories'
import { expect, NO_SCRIPT, test } from './support/test'

type Claims = { sub: string; name: string; email: string; email_verified: boolean }

/** Goes by way of the issuer, whose page takes anybody’s word for who they are. */
async function byIssuer(page: Page, claims: Claims, button: RegExp = /^Sign in with/) {
  await page.context().clearCookies({ domain: '127.0.0.1' }) // it asks each time
  await page.getByRole('button', { name: button }).click()
  await page.getByLabel('Who are you?').fill(JSON.stringify(claims))
  await page.getByRole('button', { name: 'Go on' }).click()
}

test('a member connects an issuer in the settings, and a deep link survives signing in by it, with a changed address', async ({
  page,
  context,
  allow,
}) => {
  allow(/status of 40[14]/) // the issuer has no icon; a page that is left as its session ends
  const claims = { sub: 'ines-at-work', name: 'I. Okafor', email: 'elsewhere@mail.example', email_verified: false }
  await signIn(page, people.ines)
  await page.goto('/settings')
  await sights(page)
  await byIssuer(page, claims, /^Connect/)
  await expect(page).toHaveURL(/\/settings$/)
  await context.clearCookies()

  const { id, title } = await proposeShift()
  await page.goto(`/requests/${id}`)
  await expect(page).toHaveURL(/\/signin\?callbackUrl=/)
  await sights(page)
  await byIssuer(page, { ...claims, email: 'another@mail.example' })
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/requests/${id}`)
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Ines Okafor')
})

test('the address of a member opens nothing; the page they came for survives the failure, also without JavaScript', async ({
  browser,
  watch,
  allow,
}) => {
  test.setTimeout(120_000)
  allow(/status of 404/) // the issuer has no icon
  const { id } = await proposeShift()
  for (const options of [{}, NO_SCRIPT]) {
    const context = await watch(await browser.newContext(options))
    const page = await context.newPage()
    await page.goto(`/requests/${id}`)
    const claims = { sub: 'mallory', name: 'Dana', email: people.dana.email, email_verified: false }
    await byIssuer(page, claims)
    await expect(page.getByRole('alert').filter({ hasText: 'cannot sign in here' })).toBeVisible()
    await byIssuer(page, { ...claims, email_verified: true })
    await expect(page.getByRole('alert').filter({ hasText: 'signs in by mail' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`/requests/${id}`)
    await page.goto('/inbox')
    await expect(page).toHaveURL(/\/signin/)
    await context.close()
  }
  expect(await sql("select from accounts where subject = 'mallory'")).toEqual([])
})
