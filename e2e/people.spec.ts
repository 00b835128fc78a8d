import type { Page } from '@playwright/test'
import { linkTo, signInByMail } from './support/by-mail'
import { arrivals } from './support/outside'
import { people } from './support/people'
import { sights } from './support/sights'
import { signIn } from './support/sign-in'
import { sql } from './support/sql'
import { api, proposeCancelling, proposeShift } from './support/stories'
import { expect, NO_SCRIPT, PHONE, test } from './support/test'
import { world } from './support/world'

const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

/** The rota knows her as a manager, as the tool asks its own tables who may make a write. */
const managesHarbourBar = (user: string) =>
  sql(
    "insert into staffing.managers (org, place, user_id) values ('northgate', 'harbour-bar', $1) on conflict do nothing",
    [user],
  )

const idOf = async (email: string) =>
  (await sql<{ id: string }>('select id from users where email = $1', [email]))[0]?.id ?? 'nobody'

test('invited, accepted, on a team: a two-person quorum decided on two live pages, then removed at once', async ({
  page,
  browser,
  watch,
  allow,
}) => {
  test.setTimeout(180_000)
  const email = 'nadia@northgate.example'

  // Priya is an admin: she invites, by keyboard alone
  await signIn(page, people.priya)
  await page.goto('/settings/members')
  await sights(page)
  const mails = (await arrivals()).mails.length
  await page.getByLabel('Work e-mail').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nadia Amin')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await said(page, 'Invited.')
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText(email)
  await sights(page)

  // Nadia follows the mail, on a phone; the link leads to the page, by way of signing in
  const hers = await watch(await browser.newContext(PHONE))
  const phone = await hers.newPage()
  const invitation = await linkTo(email, mails, /https?:\/\/\S+\/join/)
  expect(new URL(invitation).href).toBe(`${world().url}/join`) // the configured address, and no secret
  await phone.goto(invitation)
  await expect(phone).toHaveURL(/\/signin\?callbackUrl=%2Fjoin/)
  await signInByMail(phone, email)
  await expect(phone.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await sights(phone)
  // looking has accepted nothing: no page is hers yet
  await phone.goto('/inbox')
  await expect(phone).toHaveURL(/\/join$/)
  await phone.getByRole('button', { name: /^Accept/ }).click()
  await expect(phone.getByRole('heading', { name: 'Inbox', level: 1 })).toBeAttached()
  const nadia = await idOf(email)
  await managesHarbourBar(nadia)

  // a team of two decides what is cancelled, and both must
  await page.goto('/settings/teams')
  await page.getByLabel('Name', { exact: true }).fill('Night desk')
  await page.getByRole('button', { name: 'Make the team' }).click()
  await said(page, 'The team is made.')
  for (const [id, lead] of [
    [nadia, true],
    [people.dana.id, true],
  ] as const) {
    await page.getByLabel('Who comes on Night desk').selectOption(id)
    if (lead) await page.getByLabel('as a lead').check()
    await page.getByRole('button', { name: /^Put on the team/ }).click()
    await said(page, 'On the team.')
  }
  await sights(page)
  // a member who leads a team has a desk
  await phone.goto('/inbox')
  await phone.getByRole('link', { name: 'Desk' }).click()
  await expect(phone.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
  await page.goto('/settings/policies')
  await sights(page)
  await page.getByRole('listitem').filter({ hasText: 'Cancel a shift' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Writes of/ })).toBeVisible()
  await page.getByLabel('Everybody on a team').check()
  await page.getByLabel('How many must approve').fill('3')
  await page.getByRole('button', { name: 'Save the policy' }).click()
  await said(page, 'Not saved: fewer people could decide than it asks for.')
  await page.getByLabel('Everybody on a team').check()
  await page.getByLabel('How many must approve').fill('2')
  await page.getByRole('button', { name: 'Save the policy' }).click()
  await said(page, 'Saved.')
  await sights(page)

  // Dana signs on one page; Nadia's page, open all the while, says so and completes it
  const { id } = await proposeCancelling()
  const danas = await watch(await browser.newContext())
  await signIn(danas, people.dana)
  const desk = await danas.newPage()
  await desk.goto(`/requests/${id}`)
  await phone.goto(`/requests/${id}`)
  await expect(desk.getByText('The team «Night desk» decides this.')).toBeVisible()
  await desk.getByRole('button', { name: /^Approve/ }).click()
  await expect(phone.getByText('1 of 2 approvals')).toBeVisible()
  await sights(phone)
  // what came while she had it open is looked at before it is approved
  await phone
    .getByRole('button', { name: /^Show what is new/ })
    .first()
    .click()
  await phone.getByRole('button', { name: /^Approve/ }).click()
  await expect(phone.getByText('Approved and done')).toBeVisible()
  await expect(desk.getByText('Approved and done')).toBeVisible()

  // who looks on is told why not, before trying
  const onlooker = await proposeCancelling()
  await phone.goto(`/requests/${onlooker.id}`)
  await phone.getByRole('button', { name: /^Approve/ }).click()
  await expect(phone.getByText('1 of 2 approvals')).toBeVisible()

  // she is removed: her open page is told at once, her approval does not count, and her session opens nothing
  await page.goto('/settings/members')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row
    .getByText(/^Remove/)
    .first()
    .click()
  await row.getByRole('button', { name: /^Remove/ }).click()
  await said(page, 'Removed, at once.')
  allow(/status of 40[14]/)
  await phone.goto(`/requests/${onlooker.id}`)
  await expect(phone).toHaveURL(/\/signin/)
  await desk.goto(`/requests/${onlooker.id}`)
  await expect(desk.getByText('may not decide this any more')).toBeVisible()
  await expect(desk.getByRole('heading', { name: '0 of 2 approvals' })).toBeVisible()
  await hers.close()
  await danas.close()

  // as it was, for the stories after this one
  await page.goto('/settings/policies/write/cancel_shift')
  await page.getByLabel('These people').check()
  for (const who of ['Dana Whitlock', 'Priya Raman', 'Ines Okafor']) await page.getByLabel(who).check()
  await page.getByRole('button', { name: 'Save the policy' }).click()
  await said(page, 'Saved.')
})

test('a key is shown once and opens nothing when it is revoked; without JavaScript too', async ({ as }) => {
  const page = await as(people.priya, NO_SCRIPT)
  await page.goto('/settings/clients')
  await page.getByLabel('Name', { exact: true }).fill('Billing')
  await page.getByRole('button', { name: 'Make the client' }).click()
  await said(page, 'The client is made.')
  const client = page.getByRole('region', { name: 'Billing' })
  await client.getByText(/^A new key/).click()
  await client.getByRole('button', { name: /^Make a key/ }).click()
  await said(page, 'It is shown this once.')
  const key = (await page.getByRole('status').locator('code').textContent()) ?? ''
  expect(key).toMatch(/^csk_[0-9a-f]{48}$/)
  const { url } = world()
  const ask = async () =>
    (await fetch(`${url}/api/v1/requests`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await ask()).toBe(200)
  await page.goto('/settings/clients')
  expect(await page.content()).not.toContain(key)
  await page
    .getByRole('region', { name: 'Billing' })
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await said(page, 'Revoked.')
  expect(await ask()).toBe(401)
})

test('every refusal is in words, and what was typed is kept', async ({ page }) => {
  await signIn(page, people.priya)
  await page.goto('/settings/members')
  await page.getByLabel('Work e-mail').fill('dana@northgate.example')
  await page.getByLabel('Name', { exact: true }).fill('Dana again')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await said(page, 'this address belongs to a member already')
  await expect(page.getByLabel('Work e-mail')).toHaveValue('dana@northgate.example')
  const mine = page.getByRole('listitem').filter({ hasText: people.priya.email })
  await mine.getByRole('combobox').selectOption('member')
  await mine.getByRole('button', { name: /^Change role/ }).click()
  await said(page, 'an organization always has an admin')
  await sights(page)
})

test('a form that no page of ours would send is refused in words', async ({ as }) => {
  // without a script that would put back what it had drawn
  const page = await as(people.priya, NO_SCRIPT)
  await page.goto('/settings/members')
  const theirs = page.getByRole('listitem').filter({ hasText: people.dana.email })
  await theirs.locator('input[name=user]').evaluateAll((inputs) => {
    for (const input of inputs) input.setAttribute('value', 'da\u0000na')
  })
  await theirs.getByRole('combobox').selectOption('member')
  await theirs.getByRole('button', { name: /^Change role/ }).click()
  await said(page, 'it is not here (any more)')
})

test('whoever is no admin sees members and teams, and no form', async ({ page }) => {
  await signIn(page, people.maya)
  await page.goto('/settings/members')
  await expect(page.getByText('Admins invite people and change roles.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Remove|Change role|Send the invitation/ })).toHaveCount(0)
  await page.goto('/settings/clients')
  await expect(page.getByText('There is nothing here for you.')).toBeVisible()
  await page.goto('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Maya L. Chen')
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved.')
  await sights(page)
  await page.getByLabel('Name', { exact: true }).fill(people.maya.name)
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved.')
})

test('a decision that is not hers is refused alike on every path, decides nothing, and is kept', async ({
  as,
  allow,
}) => {
  allow(/status of 40[14]|ERR_FAILED/)
  const attempts = async () =>
    (
      await sql<{ body: string }>(
        "select body from organization_events where organization = 'northgate' and kind = 'organization.decision_refused' order by n",
      )
    ).map(({ body }) => JSON.parse(body))
  const before = (await attempts()).length
  const own = await proposeShift()
  const other = await proposeShift()

  // her own page, whose form names a request that is not hers
  const page = await as(people.dana)
  await page.goto(`/requests/${own.id}`)
  await page.getByLabel('Note').fill('No')
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  // at once: the next drawing of the page would set its field right again
  await page.evaluate((id) => {
    for (const field of document.querySelectorAll<HTMLInputElement>('form#decide input[name="request"]'))
      field.value = id
    document.querySelector<HTMLButtonElement>('form#decide button[value="reject"]')?.click()
  }, '01a00000-0000-7000-8000-000000000000')
  await expect(page.getByText('There is nothing here for you any more')).toBeVisible()

  // a stale tab: she opened it as somebody who may, and is not any more
  await sql("update eligibility set may_decide = true, why = null, rank = 0 where request = $1 and person = 'ines'", [
    other.id,
  ])
  const stale = await as(people.ines)
  // her page hears nothing: it is as stale as a tab that slept
  await stale.route(/\/events$|\/api\/requests\//, (route) => route.abort())
  await stale.goto(`/requests/${other.id}`)
  await sql(
    "update eligibility set may_decide = false, why = 'not_named', rank = 1 where request = $1 and person = 'ines'",
    [other.id],
  )
  await stale.getByRole('button', { name: /^Approve/ }).click()
  await expect(stale.getByText('Not recorded: you may not decide this one')).toBeVisible()

  // a key decides nothing, on whatever call
  const words = ['approve', 'reject', 'return', 'decide', 'verdict']
  for (const verdict of words)
    expect((await api('POST', `/requests/${other.id}/${verdict}`, { verdict: 'approve' })).status).toBe(404)

  const kept = (await attempts()).slice(before)
  expect(kept.map(({ actor, request, code }) => [actor.id, request, code])).toEqual([
    ['dana', '01a00000-0000-7000-8000-000000000000', 'not_found'],
    ['ines', other.id, 'may_not_decide'],
    ...words.map(() => ['rota', other.id, 'never']),
  ])
  for (const { id } of [own, other])
    expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'pending' })
})
