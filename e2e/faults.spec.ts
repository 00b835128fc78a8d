import { people } from './support/people'
import { said, verdictOf } from './support/screens'
import { sights } from './support/sights'
import { sql } from './support/sql'
import { api, holderOf, proposeShift } from './support/stories'
import { expect, test } from './support/test'

const typed = 'Not while Leo is ill.'

test('after a deploy an open page says so, keeps what was typed, and works once it is loaded again', async ({
  as,
  allow,
}) => {
  allow(/status of (?:404|409)/)
  const { id } = await proposeShift()
  const dana = await as(people.dana)
  await dana.goto(`/requests/${id}`)
  await dana.getByLabel('Note').fill(typed)
  // The action that this page calls is one that the server does not know any more.
  await dana.route('**/requests/*', (route) => {
    const headers = route.request().headers()
    return route.continue('next-action' in headers ? { headers: { ...headers, 'next-action': '0'.repeat(42) } } : {})
  })
  await verdictOf(dana, 'Reject').click()
  await expect(said(dana, /^Not sent: Countersign was updated/)).toBeVisible()
  await expect(dana.getByLabel('Note')).toHaveValue(typed)
  await sights(dana)
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'pending' })

  await dana.unroute('**/requests/*')
  await dana.getByRole('button', { name: 'Load the page again' }).click()
  await dana.getByLabel('Note').fill(typed)
  await verdictOf(dana, 'Reject').click()
  await expect(said(dana, 'Rejected')).toBeVisible()
})

test('offline nothing is lost: the same button, pressed again, decides once', async ({ as, allow }) => {
  allow(/ERR_FAILED/)
  const { id, shift } = await proposeShift()
  const dana = await as(people.dana)
  await dana.goto(`/requests/${id}`)
  await dana.getByLabel('Note').fill('Fine by me.')
  await dana.route('**/requests/*', (route) => route.abort())
  await verdictOf(dana, 'Approve').click()
  await expect(said(dana, /^No answer: Countersign cannot be reached/)).toBeVisible()
  await expect(dana.getByLabel('Note')).toHaveValue('Fine by me.')
  expect(await holderOf(shift)).toBeNull()
  await dana.unroute('**/requests/*')
  await verdictOf(dana, 'Approve').click()
  await expect(said(dana, 'Approved and done')).toBeVisible()
  expect(await holderOf(shift)).toBe('W-1190')
})

test('signed out while the page was open: it says so, and what was typed is kept', async ({ as, allow }) => {
  allow(/status of 401/)
  const { id } = await proposeShift()
  const dana = await as(people.dana)
  await dana.goto(`/requests/${id}`)
  await dana.getByLabel('Note').fill(typed)
  await sql('delete from sessions where user_id = $1', [people.dana.id])
  await verdictOf(dana, 'Reject').click()
  await expect(said(dana, 'Not sent: you are signed out')).toBeVisible()
  await expect(dana.getByRole('link', { name: 'Sign in in another tab' })).toHaveAttribute(
    'href',
    `/signin?callbackUrl=${encodeURIComponent(`/requests/${id}`)}`,
  )
  await expect(dana.getByLabel('Note')).toHaveValue(typed)
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'pending' })
})
