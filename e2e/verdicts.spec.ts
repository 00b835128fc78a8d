import { people } from './support/people'
import { sights } from './support/sights'
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
  await sights(page)
  await note.fill('He has worked six days.')
  await page.getByRole('button', { name: /^Reject/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Rejected' })).toBeVisible()
  await sights(page)
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

  const second = await proposeShift({ replaces: first.id })
  await page.reload()
  await page.getByRole('link', { name: 'newer request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: second.title })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('This replaces an earlier request.')
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
  await expect(his.getByRole('heading', { name: 'You cannot decide this one' })).toBeVisible()
  await expect(his.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await sights(his)
  await his.getByRole('button', { name: /Withdraw/ }).click()
  await expect(his.getByText('Taken back')).toBeVisible()
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await other.close()
})

test('past its time the answer is no, also for a page that was open', async ({ page }) => {
  await signIn(page, people.dana)
  const { id, shift } = await proposeShift({ expiresInSeconds: 3 })
  await page.goto(`/requests/${id}`)
  await expect(page.getByText('Expired: the answer is no')).toBeVisible({ timeout: 15_000 })
  await sights(page)
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
  await sights(page)
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
  as,
  allow,
}) => {
  const { id, shift } = await proposeShift()
  const dana = await as(people.dana)
  // Her page hears nothing: it is as stale as a tab that slept.
  const hearsNothing = /\/events$|\/api\/requests\//
  allow(/ERR_FAILED/)
  await dana.route(hearsNothing, (route) => route.abort())
  await dana.goto(`/requests/${id}`)
  await dana.getByLabel('Note').fill('No, please.')
  const ines = await as(people.ines)
  await ines.goto(`/requests/${id}`)
  await ines.getByRole('button', { name: /^Approve/ }).click()
  await expect(ines.getByText('Approved and done')).toBeVisible()

  await dana.getByRole('button', { name: /^Reject/ }).click()
  await expect(dana.getByText('it was decided before you answered')).toBeVisible()
  await dana.unroute(hearsNothing)
  await dana.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))) // she looks again
  await expect(dana.getByRole('status').filter({ hasText: /Ines Okafor approved it at \d\d:\d\d/ })).toBeVisible()
  await expect(dana.getByText('Nothing of yours was recorded')).toBeVisible()
  await expect(dana.getByText('Your note, which was not sent:')).toBeVisible()
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'approved', decision: { note: null } })
  expect(await holderOf(shift)).toBe('W-1190')
})
