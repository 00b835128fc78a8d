import { people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { sql } from './support/sql'
import { api, holderOf, proposeCancelling, proposeShift } from './support/stories'
import { expect, test } from './support/test'

/** The world moves between opening and approving: the shift now ends an hour later. */
const moveTheWorld = (shift: string) =>
  sql("update staffing.shifts set ends = ends + interval '1 hour' where org = 'northgate' and id = $1", [shift])

test('what changed while it was open is not approved unseen: old beside new, and the note is kept', async ({
  page,
}) => {
  const { id, shift } = await proposeShift()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await page.getByLabel('Note').fill('Fine by me.')
  await moveTheWorld(shift)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'it changed while you had it open' })).toBeVisible()
  expect(await holderOf(shift)).toBeNull()
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'pending', approvals: { have: 0 } })
  const table = page.getByRole('table')
  await expect(table.locator('del').filter({ hasText: '10:00 to 18:00' }).first()).toBeVisible()
  await expect(table.locator('ins').filter({ hasText: '10:00 to 19:00' }).first()).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('Fine by me.')
  await sights(page)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  expect(await holderOf(shift)).toBe('W-1190')
})

test('the same without JavaScript', async ({ browser, watch }) => {
  const context = await watch(await browser.newContext({ javaScriptEnabled: false }))
  await signIn(context, people.dana)
  const page = await context.newPage()
  const { id, shift } = await proposeShift()
  await page.goto(`/requests/${id}`)
  await page.getByLabel('Note').fill('Fine by me.')
  await moveTheWorld(shift)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('it changed while you had it open')).toBeVisible()
  await expect(page.getByRole('table').locator('ins').first()).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('Fine by me.')
  expect(await holderOf(shift)).toBeNull()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  expect(await holderOf(shift)).toBe('W-1190')
  await context.close()
})

test('a new answer on the same request makes approve wait until it was looked at', async ({ page, browser, watch }) => {
  const { id } = await proposeCancelling()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  const other = await watch(await browser.newContext())
  await signIn(other, people.ines)
  const hers = await other.newPage()
  await hers.goto(`/requests/${id}`)
  await hers.getByRole('button', { name: /^Approve/ }).click()
  await expect(hers.getByText(/You approved at/)).toBeVisible()
  await expect(page.getByText('Something happened since you opened this')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show what is new' }).first().click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  await other.close()
})
