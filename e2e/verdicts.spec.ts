import { axe } from './support/axe'
import { people } from './support/people'
import { signIn } from './support/sign-in'
import { api, holderOf, proposeCancelling, proposeShift } from './support/stories'
import { expect, test } from './support/test'

test('a rejection needs a reason: the field says so and keeps the focus, then the client reads it', async ({
  page,
}) => {
  await signIn(page, people.priya)
  const { id, shift } = await proposeShift()
  await page.goto(`/requests/${id}`)
  await page.getByRole('button', { name: /^Reject/ }).click()
  const note = page.getByLabel('Note')
  await expect(note).toHaveAttribute('aria-invalid', 'true')
  await expect(note).toBeFocused()
  await axe(page)
  await note.fill('He has worked six days.')
  await page.getByRole('button', { name: /^Reject/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Rejected' })).toBeVisible()
  await axe(page)
  const { body } = await api('GET', `/requests/${id}`)
  expect(body).toMatchObject({ status: 'rejected', decision: { note: 'He has worked six days.' } })
  expect(await holderOf(shift)).toBeNull()
})

test('sent back with a comment, and asked again by a request that replaces it', async ({ page }) => {
  await signIn(page, people.ines)
  const first = await proposeShift()
  await page.goto(`/requests/${first.id}`)
  await page.getByLabel('Note').fill('Ask Leo first.')
  await page.getByRole('button', { name: /^Send back/ }).click()
  await expect(page.getByText('Sent back for changes')).toBeVisible()
  const { body } = await api('GET', `/requests/${first.id}`)
  expect(body).toMatchObject({ status: 'returned', decision: { note: 'Ask Leo first.' } })
})

test('the person it was asked for takes it back; an open page of a decider says so', async ({
  page,
  browser,
  watch,
}) => {
  const { id } = await proposeShift()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  const other = await watch(await browser.newContext())
  await signIn(other, people.tomas)
  const his = await other.newPage()
  await his.goto(`/requests/${id}`)
  await expect(his.getByText('You cannot decide this one')).toBeVisible()
  await expect(his.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await axe(his)
  await his.getByRole('button', { name: /Withdraw/ }).click()
  await expect(his.getByText('Taken back')).toBeVisible()
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await other.close()
})

test('past its time the answer is no, also for a page that was open', async ({ page, allow }) => {
  allow(/never/)
  await signIn(page, people.dana)
  const { id, shift } = await proposeShift({ expiresInSeconds: 3 })
  await page.goto(`/requests/${id}`)
  await expect(page.getByText('Expired: the answer is no')).toBeVisible({ timeout: 15_000 })
  await axe(page)
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'expired' })
  expect(await holderOf(shift)).toBeNull()
})

test('two must approve: on two live pages the second completes it, and the first sees it', async ({
  page,
  browser,
  watch,
}) => {
  const { id, shift } = await proposeCancelling()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await expect(page.getByText('0 of 2 approvals').first()).toBeVisible()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText(/You approved at/)).toBeVisible()
  await axe(page)
  expect(await holderOf(shift)).toBe('W-1211')

  const other = await watch(await browser.newContext())
  await signIn(other, people.ines)
  const hers = await other.newPage()
  await hers.goto(`/requests/${id}`)
  await expect(hers.getByText('1 of 2 approvals').first()).toBeVisible()
  await hers.getByRole('button', { name: /^Approve/ }).click()
  await expect(hers.getByText('Approved and done')).toBeVisible()
  await expect(page.getByText('Approved and done')).toBeVisible()
  expect(await holderOf(shift)).toBeNull()
  await other.close()
})

test('the loser of two opposite answers is told who was first, and nothing of theirs is recorded', async ({
  page,
  browser,
  watch,
}) => {
  const { id, shift } = await proposeShift()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await page.getByLabel('Note').fill('No, please.')
  // this page hears nothing: it is as stale as a tab that slept
  await page.context().setOffline(true)
  const other = await watch(await browser.newContext())
  await signIn(other, people.ines)
  const hers = await other.newPage()
  await hers.goto(`/requests/${id}`)
  await hers.getByRole('button', { name: /^Approve/ }).click()
  await expect(hers.getByText('Approved and done')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /^Reject/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Ines Okafor approved it' })).toBeVisible()
  await expect(page.getByText('Nothing of yours was recorded')).toBeVisible()
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'approved', decision: { note: null } })
  expect(await holderOf(shift)).toBe('W-1190')
  await other.close()
})

test('one’s own answer from a second, stale tab answers as the first did', async ({ page, context }) => {
  const { id } = await proposeShift()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  const second = await context.newPage()
  await second.route('**/events', (route) => route.abort())
  await second.goto(`/requests/${id}`)
  await expect(second.getByRole('button', { name: /^Approve/ })).toBeVisible()
  await second.route('**/api/requests/**', (route) => route.abort())
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  const approve = second.getByRole('button', { name: /^Approve/ })
  if (await approve.isVisible()) await approve.click()
  await expect(second.getByText(/Approved and done|You had answered before/).first()).toBeVisible()
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ approvals: { have: 1, need: 1 }, events: 3 })
})
