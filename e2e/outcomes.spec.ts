import { arrivals } from './support/outside'
import { people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { sql } from './support/sql'
import { api, propose, proposeOrder, proposeShift } from './support/stories'
import { expect, test } from './support/test'

test('an announcement leaves once, and the page says that it was sent', async ({ page }) => {
  const subject = `Tills ${Date.now()}`
  const { id } = await propose({
    tool: 'announce',
    inputs: { place: 'harbour-bar', subject, message: 'Cash only until nine.' },
    on_behalf_of: people.tomas.email,
  })
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  await expect(page.getByText('The announcement was sent.').first()).toBeVisible()
  const { announcements } = await arrivals()
  expect(announcements.filter(({ body }) => body.includes(subject))).toEqual([
    { key: `cs-${id}`, body: expect.stringContaining(subject) },
  ])
})

test('a client takes the approved call once, reports, and the page follows', async ({ page }) => {
  const { id } = await proposeOrder(20)
  await signIn(page, people.ines)
  await page.goto(`/requests/${id}`)
  expect((await api('POST', `/requests/${id}/grant`, undefined, 'purchasing')).body.code).toBe('not_approved')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText(/It waits for Purchasing to carry it out/)).toBeVisible()

  const { grant } = (await api('POST', `/requests/${id}/grant`, undefined, 'purchasing')).body
  const redeemed = await api('POST', '/redemptions', { grant }, 'purchasing')
  expect(redeemed.body).toMatchObject({
    request: id,
    tool: 'order_supplies',
    inputs: { item: 'bar-towels', quantity: 20 },
  })
  expect((await api('POST', '/redemptions', { grant }, 'purchasing')).body.code).toBe('spent')
  await expect(page.getByText('Approved, and under way')).toBeVisible()
  await api('POST', `/requests/${id}/outcome`, { outcome: 'done', note: 'Order 88-1207' }, 'purchasing')
  await expect(page.getByText('Approved and done')).toBeVisible()
  await expect(page.getByText('Order 88-1207').first()).toBeVisible()
  await sights(page)
})

test('an unknown outcome is settled by a person who looked, with a note', async ({ page }) => {
  const { id, title } = await proposeOrder(21)
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText(/It waits for Purchasing/)).toBeVisible()
  const { grant } = (await api('POST', `/requests/${id}/grant`, undefined, 'purchasing')).body
  await api('POST', '/redemptions', { grant }, 'purchasing')
  await api('POST', `/requests/${id}/outcome`, { outcome: 'unknown' }, 'purchasing')
  await expect(page.getByText('Unknown: was it done?')).toBeVisible()
  await sights(page)
  await page.goto('/inbox?view=decided')
  await expect(page.getByRole('article').first()).toContainText('Unknown')
  await sights(page)
  await page.getByRole('link', { name: new RegExp(`Unknown: ${title}`) }).click()
  await page.getByRole('button', { name: 'It was done', exact: true }).click()
  await expect(page.getByText('Say why')).toBeVisible()
  await page.getByLabel('What did you find, and where?').fill('On the invoice of today.')
  await page.getByRole('button', { name: 'It was done', exact: true }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  expect((await api('GET', `/requests/${id}`, undefined, 'purchasing')).body).toMatchObject({
    outcome: 'done',
    outcome_note: 'On the invoice of today.',
  })
})

test('a tool that refuses at the last moment: approved, but it failed, and nothing was changed', async ({ page }) => {
  const { id, shift } = await proposeShift()
  await signIn(page, people.dana)
  await page.goto(`/requests/${id}`)
  await sql("insert into staffing.bookings (org, shift, worker) values ('northgate', $1, 'W-1211')", [shift])
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('it changed while you had it open')).toBeVisible()
  await page.getByRole('button', { name: /^Approve with 1 warning/ }).click()
  await expect(page.getByText('Approved, but it failed')).toBeVisible()
  await expect(page.getByText('Noah Fischer has the shift now.').first()).toBeVisible()
  await sights(page)
})
