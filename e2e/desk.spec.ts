import { people } from './support/people'
import { said } from './support/screens'
import { sights } from './support/sights'
import { sql } from './support/sql'
import { proposeShift } from './support/stories'
import { expect, NO_SCRIPT, PHONE, test } from './support/test'

/** Makes what a request waits for look older: its id carries its age, and moves with everything that names it. */
async function aged(id: string, hours: number): Promise<string> {
  const time = (Date.now() - hours * 3_600_000).toString(16).padStart(12, '0')
  const old = `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
  for (const [table, column] of [
    ['requests', 'id'],
    ['eligibility', 'request'],
    ['events', 'request'],
    ['timers', 'request'],
  ])
    await sql(`update ${table} set ${column} = $2 where ${column} = $1`, [id, old])
  await sql("update requests set created_at = created_at - $2 * interval '1 hour' where id = $1", [old, hours])
  return old
}

test('a lead finds the oldest pending write and decides it, by keyboard alone', async ({ as }) => {
  const { id, title } = await proposeShift()
  const old = await aged(id, 60)
  await proposeShift()
  const page = await as(people.dana)
  await page.goto('/inbox')
  await page.getByRole('link', { name: 'Desk' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText(title)
  await expect(first).toContainText('2 days 12 h')
  await expect(page.getByRole('img', { name: /^Pending by age: .*[1-9]\d* more than 2 days/ })).toBeVisible()
  await sights(page)
  await first.getByRole('link', { name: title }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(old))
  await page.keyboard.press('x')
  await page.getByLabel('Note').fill('Too long ago.')
  await page.getByRole('button', { name: /^Reject/ }).focus()
  await page.keyboard.press('Enter')
  await expect(said(page, /reject/i)).toBeVisible()
})

test('a lead hands a request to another, on a phone and without a script; the history says so', async ({ as }) => {
  const { id, title } = await proposeShift()
  const old = await aged(id, 90)
  const page = await as(people.dana, { ...PHONE, ...NO_SCRIPT })
  await page.goto('/desk')
  const row = page.getByRole('row').filter({ hasText: title }).first()
  await row.getByText('Reassign').click()
  await row.getByLabel('You').uncheck()
  await row.getByLabel('Priya Raman').uncheck()
  await row.getByRole('button', { name: 'Ask them' }).click()
  await expect(said(page, 'Handed over')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: title }).first()).toContainText('Ines Okafor')
  const remind = page
    .getByRole('row')
    .filter({ hasText: title })
    .first()
    .getByRole('button', { name: /^Remind/ })
  await remind.click()
  await expect(said(page, 'Reminded')).toBeVisible()
  await remind.click()
  await expect(said(page, 'Not reminded: that was done within the last hour')).toBeVisible()
  const other = await as(people.ines)
  await other.goto(`/requests/${old}`)
  await expect(other.getByText('asked for the decision of Ines Okafor')).toBeVisible()
  await expect(other.getByText('reminded those whom it waits for')).toBeVisible()
})

test('whoever leads nobody is told that there is no such page, and has no link to it', async ({ as, allow }) => {
  allow(/404/)
  const page = await as(people.tomas)
  await page.goto('/inbox')
  await expect(page.getByRole('link', { name: 'Desk' })).toHaveCount(0)
  const answer = await page.goto('/desk')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
})

test('a link to a narrowed desk or record leads there through signing in, without what no such page knows', async ({
  request,
}) => {
  for (const [asked, kept] of [
    ['/desk?by=expiry&kind=gate&evil=1', '/desk?by=expiry&kind=gate'],
    [
      '/record?kind=request.verdict&who=priya&from=2026-01-01&evil=1',
      '/record?kind=request.verdict&who=priya&from=2026-01-01',
    ],
  ] as const) {
    const answer = await request.get(asked, { maxRedirects: 0 })
    expect(answer.headers().location).toBe(`/signin?callbackUrl=${encodeURIComponent(kept)}`)
  }
})

test('a form with a way back that is none comes back to the desk', async ({ as }) => {
  await proposeShift()
  const page = await as(people.dana)
  await page.goto('/desk')
  await page.locator('input[name=back]').evaluateAll((inputs) => {
    for (const input of inputs) input.setAttribute('value', 'http://')
  })
  await page
    .getByRole('button', { name: /^Remind/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/desk\?told=/)
})

test('ten thousand pending are counted, and the page is as calm and as quick as with ten', async ({ as }) => {
  const { id } = await proposeShift()
  await sql(
    `with copies as (
       insert into requests (organization, id, kind, tool, version, inputs, bound_user, fingerprint, client, title, warnings,
           described, quorum, one_ends, policy, created_at, expires_at, head, events)
         select organization, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 20000), 12, '0') || '7000' || '8000' || lpad(n::text, 12, '0'))::uuid,
           kind, tool, version, inputs, bound_user, fingerprint || n, 'crowd', 'One of very many, ' || n, 0, described, quorum, one_ends,
           policy, now(), now() + interval '1 day', head, events
         from requests, generate_series(1, 10000) n where id = $1 returning organization, id, expires_at)
     insert into eligibility (organization, request, person, may_decide, rank, expires_at)
       select organization, id, p, true, 0, expires_at from copies, unnest(array['dana', 'ines']) p`,
    [id],
  )
  try {
    const page = await as(people.dana)
    await page.goto('/desk')
    await expect(page.getByText(/^10,\d{3} pending/)).toBeVisible()
    await expect(page.getByText('of the oldest 1,000')).toBeVisible()
    await sights(page)
    const times: number[] = []
    for (let n = 0; n < 5; n++) {
      const begin = performance.now()
      await page.request.get('/desk')
      times.push(performance.now() - begin)
    }
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(2_000)
  } finally {
    await sql("delete from eligibility where request in (select id from requests where client = 'crowd')")
    await sql("delete from requests where client = 'crowd'")
  }
})
