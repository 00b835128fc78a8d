import { people } from './support/people'
import { sights } from './support/sights'
import { settled, sql } from './support/sql'
import { api, proposeOrder } from './support/stories'
import { expect, test } from './support/test'

/** Other stories make requests older by hand, which the seals before that cannot know. */
test.beforeEach(async () => {
  await settled()
  await sql('delete from seals')
  await sql('insert into unsealed select organization, request, n from events on conflict do nothing')
  await sql(
    "insert into unsealed select organization, '00000000-0000-0000-0000-000000000000', n from organization_events on conflict do nothing",
  )
  await settled()
})

test('an admin reads the record, narrows it, takes all of it away, and sees that it is whole; tampering is seen', async ({
  as,
}) => {
  const { id, title } = await proposeOrder(7)
  await api('POST', `/requests/${id}/withdraw`, {}, 'purchasing')
  const page = await as(people.priya)
  await page.goto('/inbox')
  await page.getByRole('link', { name: 'Record' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Record', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The record is whole' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: title }).first()).toContainText('Taken back')
  await sights(page)

  await page.getByLabel('What').selectOption('Taken back')
  await page.getByLabel('Who').selectOption('Purchasing')
  await page.getByLabel('Request, by its id').fill(id)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/kind=request.withdrawn/)
  await expect(page.getByRole('row')).toHaveCount(2)

  const [all] = await sql<{ n: number }>(
    "select ((select count(*) from events where organization = 'northgate') + (select count(*) from organization_events where organization = 'northgate'))::int as n",
  )
  const jsonl = await (await page.request.get('/record/export?format=jsonl')).text()
  expect(jsonl.trim().split('\n')).toHaveLength(all?.n ?? 0)
  expect(jsonl).not.toContain('saltmarsh')
  const csv = await page.request.get(`/record/export?format=csv&request=${id}`)
  expect(csv.headers()['content-disposition']).toMatch(/attachment; filename="countersign-record-.*\.csv"/)
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(3)

  await sql('update events set body = replace(body, \'"n": 1\', \'"n":  1\') where request = $1 and n = 1', [id])
  await page.goto('/record?verify=1')
  await expect(page.getByRole('heading', { name: 'The record is not as it was written' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText(`${id}: event 1 is not the hash of this event`)
  await sights(page)
  await sql('update events set body = replace(body, \'"n":  1\', \'"n": 1\') where request = $1 and n = 1', [id])
  await page.getByRole('link', { name: 'Verify again' }).click()
  await expect(page.getByRole('heading', { name: 'The record is whole' })).toBeVisible()
})

test('for everybody else there is no record, and no way to it', async ({ as, allow }) => {
  allow(/404/)
  const page = await as(people.dana)
  await page.goto('/inbox')
  await expect(page.getByRole('link', { name: 'Record' })).toHaveCount(0)
  expect((await page.goto('/record'))?.status()).toBe(404)
  expect((await page.request.get('/record/export?format=csv')).status()).toBe(404)
})
