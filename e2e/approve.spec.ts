import { people } from './support/people'
import { panelOf, rowOf, said, verdictOf } from './support/screens'
import { sql } from './support/sql'
import { api, holderOf, proposeShift } from './support/stories'
import { expect, NO_SCRIPT, PHONE, test } from './support/test'

const done = 'Approved and done'

test('a proposal appears in an open inbox by itself, is read beside the list, approved, and written', async ({
  as,
}) => {
  const dana = await as(people.dana)
  await dana.goto('/inbox')
  await expect(dana.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  const request = await proposeShift({ words: 'Leo asked for more evenings.' })

  const toast = dana.getByRole('status').filter({ hasText: `New: ${request.title}` })
  await expect(toast).toContainText('Rota agent, needs you by')
  await expect(rowOf(dana, request), 'no row moves before somebody asks').toHaveCount(0)
  await toast.getByRole('button', { name: 'Show' }).click()
  await rowOf(dana, request).click()
  const panel = panelOf(dana)
  await expect(panel.getByRole('heading', { level: 2, name: request.title })).toBeVisible()
  await expect(panel).toContainText('Leo asked for more evenings.')
  expect(await holderOf(request.shift), 'looking writes nothing').toBeNull()

  await verdictOf(panel, 'Approve').click()
  await expect(said(panel, done)).toBeVisible()
  await expect(panel).toContainText('Leo Park works')
  expect(await holderOf(request.shift)).toBe('W-1190')
  expect((await api('GET', `/requests/${request.id}`)).body).toMatchObject({ status: 'approved', outcome: 'done' })

  await dana.goto('/inbox?view=decided')
  await expect(dana.getByRole('article').filter({ hasText: `Done: ${request.title}` })).toContainText('You')
})

test('the client that waits learns of the decision and the outcome', async ({ as }) => {
  const request = await proposeShift()
  const waiting = api('GET', `/requests/${request.id}?wait=20`)
  const dana = await as(people.dana)
  await dana.goto(`/requests/${request.id}`)
  await verdictOf(dana, 'Approve').click()
  expect((await waiting).body).toMatchObject({
    status: 'approved',
    outcome: 'done',
    decision: { by: { name: 'Dana Whitlock' } },
  })
})

test('without JavaScript: from the list to the written shift', async ({ as }) => {
  const request = await proposeShift()
  const dana = await as(people.dana, NO_SCRIPT)
  await dana.goto('/inbox')
  await rowOf(dana, request).click()
  await expect(dana.getByRole('heading', { level: 1, name: request.title })).toBeVisible()
  await verdictOf(dana, 'Approve').click()
  await expect(said(dana, done)).toBeVisible()
  expect(await holderOf(request.shift)).toBe('W-1190')
})

test('by keyboard alone: j, Enter, a, and only then Enter decides', async ({ as }) => {
  const request = await proposeShift({ expiresInSeconds: 300 })
  const dana = await as(people.dana)
  await dana.goto('/inbox')
  await expect(dana.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
  await dana.keyboard.press('j')
  await expect(rowOf(dana, request)).toBeFocused()
  await dana.keyboard.press('Enter')
  await expect(panelOf(dana).getByRole('heading', { level: 2, name: request.title })).toBeVisible()
  await dana.keyboard.press('a')
  await expect(verdictOf(dana, 'Approve')).toBeFocused()
  expect((await api('GET', `/requests/${request.id}`)).body).toMatchObject({ status: 'pending' })
  await dana.keyboard.press('Enter')
  await expect(said(dana, done)).toBeVisible()
  await expect(dana.getByRole('status').filter({ hasText: done }), 'what happened has the focus').toBeFocused()
  expect(await holderOf(request.shift)).toBe('W-1190')
})

test('on a phone: from the list, by the jump bar to the decision; going back shows no open request', async ({ as }) => {
  const request = await proposeShift()
  const dana = await as(people.dana, PHONE)
  await dana.goto('/inbox')
  await rowOf(dana, request).tap()
  await expect(dana).toHaveURL(`/requests/${request.id}`)
  await dana.getByRole('link', { name: 'Decide' }).tap()
  await expect(verdictOf(dana, 'Approve')).toBeInViewport()
  await verdictOf(dana, 'Approve').tap()
  await expect(said(dana, done)).toBeVisible()
  expect(await holderOf(request.shift)).toBe('W-1190')

  // The jump to the decision is a step of its own.
  await dana.goBack()
  await expect(said(dana, done)).toBeVisible()
  await dana.goBack()
  await expect(dana.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  await expect(rowOf(dana, request).filter({ hasNotText: 'No longer here' })).toHaveCount(0)
})

test('a double click is one decision', async ({ as }) => {
  const request = await proposeShift()
  const dana = await as(people.dana)
  await dana.goto(`/requests/${request.id}`)
  await verdictOf(dana, 'Approve').dblclick()
  await expect(said(dana, done)).toBeVisible()
  expect(await verdictsOn(request.id)).toBe(1)
  expect(await holderOf(request.shift)).toBe('W-1190')
})

test('a second tab follows the first, and after loading again both say the same', async ({ as }) => {
  const request = await proposeShift()
  const first = await as(people.dana)
  const second = await first.context().newPage()
  for (const tab of [first, second]) await tab.goto(`/requests/${request.id}`)
  await verdictOf(first, 'Approve').click()
  for (const tab of [first, second]) await expect(said(tab, done)).toBeVisible()
  await expect(verdictOf(second, 'Approve')).toHaveCount(0)
  for (const tab of [first, second]) {
    await tab.reload()
    await expect(said(tab, done)).toBeVisible()
    await expect(tab.getByRole('status')).toContainText('You approved it')
  }
})

test('a stale tab of one’s own gets the answer that the first one got; of somebody else, who and when', async ({
  as,
}) => {
  const request = await proposeShift()
  // Without JavaScript a tab stays as it was.
  const [stale, ines, dana] = [
    await as(people.dana, NO_SCRIPT),
    await as(people.ines, NO_SCRIPT),
    await as(people.dana),
  ]
  for (const page of [stale, ines, dana]) await page.goto(`/requests/${request.id}`)
  await verdictOf(dana, 'Approve').click()
  await expect(said(dana, done)).toBeVisible()

  await verdictOf(stale, 'Approve').click()
  await expect(said(stale, done)).toBeVisible()
  await expect(stale.getByRole('status')).toContainText('You had answered before; that stands, and it counts once.')

  await ines.getByRole('textbox', { name: 'Note' }).fill('Maya was promised this.')
  await verdictOf(ines, 'Reject').click()
  await expect(said(ines, done)).toBeVisible()
  await expect(ines.getByRole('status')).toContainText(/Dana Whitlock approved it at \d\d:\d\d/)
  await expect(ines.getByRole('status')).toContainText('Nothing of yours was recorded.')
  await expect(ines.getByText('Maya was promised this.'), 'what was typed is not lost').toBeVisible()
  expect(await verdictsOn(request.id)).toBe(1)
})

test('going back after deciding shows it decided', async ({ as }) => {
  const request = await proposeShift()
  const dana = await as(people.dana)
  await dana.goto(`/inbox?open=${request.id}`)
  await dana.goto(`/requests/${request.id}`)
  await verdictOf(dana, 'Approve').click()
  await expect(said(dana, done)).toBeVisible()
  await dana.goBack()
  await expect(said(panelOf(dana), done)).toBeVisible()
  await expect(verdictOf(dana, 'Approve')).toHaveCount(0)
})

async function verdictsOn(request: string): Promise<number> {
  const [row] = await sql<{ n: number }>('select count(*)::int as n from verdicts where request = $1', [request])
  return row?.n ?? 0
}
