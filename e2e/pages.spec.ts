import { people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { sql } from './support/sql'
import { proposeShift } from './support/stories'
import { expect, test } from './support/test'

test('pages for people who are signed out are clean in every size and colour', async ({ page, allow }) => {
  allow(/status of 404/)
  for (const path of [
    '/signin',
    '/signin/sent',
    '/signin/confirm?email=a&token=b',
    '/signin/error?error=Verification',
    '/no/such/page',
  ]) {
    await page.goto(path)
    await sights(page)
  }
})

test('the inbox, and a request beside it, are clean in every size and colour', async ({ page }) => {
  const { id } = await proposeShift({ words: `A long story. ${'Very long indeed. '.repeat(60)}` })
  await signIn(page, people.dana)
  for (const path of ['/inbox', `/inbox?open=${id}`]) {
    await page.goto(path)
    await sights(page)
  }
})

test('other lists, and what stands in place of an empty one, are clean in every size and colour', async ({ page }) => {
  await signIn(page, people.dana)
  for (const path of [
    '/inbox?q=nothing+matches+this',
    '/inbox?view=asked',
    '/inbox?view=decided',
    '/inbox?view=decided&q=nothing+matches+this',
  ]) {
    await page.goto(path)
    await sights(page)
  }
  await signIn(page, people.maya)
  await page.goto('/inbox')
  await expect(page.getByRole('heading', { name: 'All decided' })).toBeVisible()
  await sights(page)
})

test('a request to decide, with a warning and a long text, is clean in every size and colour', async ({ page }) => {
  const { id, shift } = await proposeShift({ words: `A long story. ${'Very long indeed. '.repeat(60)}` })
  await sql("insert into staffing.bookings (org, shift, worker) values ('northgate', $1, 'W-1211')", [shift])
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('button', { name: 'Approve with 1 warning' })).toBeVisible()
  await sights(page)
})

test('when the server has a fault of its own, the page says that nothing was decided, and trying again works', async ({
  page,
  allow,
}) => {
  allow(/status of 500|React error #441/)
  await signIn(page, people.dana)
  await sql('revoke select on requests from countersign_app')
  try {
    await page.goto('/inbox')
    await expect(page.getByRole('heading', { name: 'Countersign had a problem of its own' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('permission')
  } finally {
    await sql('grant select on requests to countersign_app')
  }
  await sights(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
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

test('where the sheet of a request cannot be fetched any more, the list leads to its page', async ({ page, allow }) => {
  allow(/Failed to (load resource|fetch)|ChunkLoadError|error loading dynamically/i)
  await signIn(page, people.dana)
  const { title } = await proposeShift()
  const html = await (await page.request.get('/inbox', { headers: { 'sec-fetch-dest': 'document' } })).text()
  await page.route('**/*.js*', (route) => {
    const { pathname } = new URL(route.request().url())
    return html.includes(pathname) ? route.continue() : route.abort()
  })
  await page.goto('/inbox')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('link', { name: 'Open it on a page of its own' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('filters and search work without JavaScript and live in the address', async ({ browser, watch }) => {
  const context = await watch(await browser.newContext({ javaScriptEnabled: false }))
  await signIn(context, people.dana)
  const page = await context.newPage()
  const { id, title } = await proposeShift()
  await page.goto(`/inbox?open=${id}`)
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
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

test('signing out ends the session: the page behind the back button asks to sign in', async ({ page, allow }) => {
  // What was being read while the session ended.
  allow(/status of 401/)
  await signIn(page, people.dana)
  await page.goto('/inbox')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(/\/signin/)
  await page.goto('/inbox')
  await expect(page).toHaveURL(/\/signin\?callbackUrl=%2Finbox/)
})

test('a word without an end, from an agent or in a search, makes no page wider', async ({ page }) => {
  const { id } = await proposeShift({ words: 'A'.repeat(900) })
  await signIn(page, people.dana)
  for (const path of [`/requests/${id}`, `/inbox?q=${'w'.repeat(300)}`])
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide, `${path.slice(0, 20)} at ${width}`).toBeLessThanOrEqual(0)
    }
})
