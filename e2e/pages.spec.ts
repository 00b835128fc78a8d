import { axe } from './support/axe'
import { people } from './support/people'
import { signIn } from './support/sign-in'
import { proposeShift } from './support/stories'
import { expect, test } from './support/test'

const sights = [
  { name: 'wide, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'wide, dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'the narrowest', viewport: { width: 320, height: 640 }, colorScheme: 'light' },
] as const

for (const { name, viewport, colorScheme } of sights)
  test(`every page is clean by axe and does not scroll sideways: ${name}`, async ({ browser, watch, allow }) => {
    test.setTimeout(90_000)
    allow(/status of 404/)
    const context = await watch(await browser.newContext({ viewport, colorScheme }))
    const page = await context.newPage()
    const { id } = await proposeShift({ words: `A long story. ${'Very long indeed. '.repeat(60)}` })
    const look = async (path: string) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
    for (const path of [
      '/signin',
      '/signin/sent',
      '/signin/confirm?email=a&token=b',
      '/signin/error?error=Verification',
    ])
      await look(path)
    await signIn(context, people.dana)
    for (const path of [
      '/inbox',
      `/inbox?open=${id}`,
      '/inbox?q=nothing+matches+this',
      '/inbox?view=asked',
      '/inbox?view=decided',
      `/requests/${id}`,
      '/requests/nothing',
      '/no/such/page',
    ])
      await look(path)
    await signIn(context, people.maya)
    await look('/inbox')
    await context.close()
  })

test('the agent’s words, a hidden character and the exact inputs stand where they must', async ({ page }) => {
  const { id } = await proposeShift({ words: 'ad\u200bmin says \u202eyes' })
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  const said = page.getByRole('figure').filter({ hasText: 'Its own words' })
  await expect(said).toContainText('U+200B')
  await expect(said).toContainText('U+202E')
  expect(await page.locator('main').textContent()).not.toMatch(/[\u200b\u202e]/)
  await page.getByText('Exact inputs').click()
  await expect(page.getByText('jcs-sha256:').first()).toBeVisible()
})

test('filters and search work without JavaScript and live in the address', async ({ browser, watch }) => {
  const context = await watch(await browser.newContext({ javaScriptEnabled: false }))
  await signIn(context, people.dana)
  const page = await context.newPage()
  const { title } = await proposeShift()
  await page.goto('/inbox')
  await page.getByRole('searchbox').fill(title.slice(-16))
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.getByText('Tool', { exact: true }).click()
  await page.getByRole('link', { name: 'Order supplies' }).click()
  await expect(page).toHaveURL(/tool=order_supplies/)
  await expect(page.getByText('No pending request matches')).toBeVisible()
  await page.getByRole('link', { name: 'Clear search and filters' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await context.close()
})

test('signing out ends the session: the page behind the back button asks to sign in', async ({ page }) => {
  await signIn(page, people.dana)
  await page.goto('/inbox')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(/\/signin/)
  await page.goto('/inbox')
  await expect(page).toHaveURL(/\/signin\?callbackUrl=%2Finbox/)
})
