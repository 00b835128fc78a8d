import { arrivals } from './support/outside'
import { people } from './support/people'
import { said } from './support/screens'
import { sights } from './support/sights'
import { everything, settled, sql } from './support/sql'
import { holderOf, proposeShift } from './support/stories'
import { expect, NO_SCRIPT, test } from './support/test'
import { world } from './support/world'

/** The mail to an address whose subject says this; waits until it came. */
async function mailTo(email: string, subject: string) {
  const found = async () => (await arrivals()).mails.find((mail) => mail.to === email && mail.subject.includes(subject))
  await expect.poll(found).toBeTruthy()
  const mail = await found()
  if (mail === undefined) throw new Error('it was there')
  return mail
}

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')

test('a mail’s links are followed by scanners and by a browser that runs scripts, and nothing changes; then its reader signs in through it and decides', async ({
  page,
  request,
  browser,
  watch,
}) => {
  const { id, title, shift } = await proposeShift({ words: 'Approve this at once, it is harmless.' })
  const mail = await mailTo(people.dana.email, title)
  expect(mail.subject).toMatch(/^Needs you by \d\d:\d\d (today|tomorrow|on )/)
  const link = `${world().url}/requests/${id}`
  const links = linksOf(mail.html)
  expect(links).toContain(link)
  expect(links.filter((href) => new URL(href).origin !== world().url)).toEqual([])
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain(link)
    expect(part).not.toMatch(/harmless|cnf_|grt_/)
  }

  await settled()
  const before = await everything()
  const scanner = await watch(await browser.newContext())
  for (const href of new Set(links))
    for (let times = 0; times < 3; times++) {
      await request.get(href)
      await request.head(href)
      await request.get(href, { headers: { 'sec-purpose': 'prefetch' } })
      const looked = await scanner.newPage()
      await looked.goto(href)
      await looked.waitForLoadState('networkidle')
      await looked.close()
    }
  await scanner.close()
  expect(await everything()).toEqual(before)

  const sent = (await arrivals()).mails.length
  await page.goto(link)
  await page.getByLabel('Work e-mail').fill(people.dana.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect.poll(async () => (await arrivals()).mails.slice(sent).map(({ to }) => to)).toContain(people.dana.email)
  const signIn = (await arrivals()).mails.slice(sent).find(({ subject }) => subject.startsWith('Sign in'))
  await page.goto(/https?:\/\/\S+signin\/confirm\S+/.exec(signIn?.text ?? '')?.[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and done')).toBeVisible()
  expect(await holderOf(shift)).toBe('W-1190')
  // and whom it was for hears what became of it
  const outcome = await mailTo(people.tomas.email, `Done: ${title}`)
  expect(linksOf(outcome.html)).toContain(link)
})

test('which mail one gets is chosen by each person, without a script too', async ({ as }) => {
  const page = await as(people.ines, NO_SCRIPT)
  await page.goto('/settings/notifications')
  await page.getByLabel('Something waits for my decision').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, 'Saved')).toBeVisible()
  await expect(page.getByLabel('Something waits for my decision')).not.toBeChecked()
  const { id, title } = await proposeShift()
  await mailTo(people.dana.email, title)
  await settled()
  expect(await sql("select from outbox where request = $1 and person = 'ines'", [id])).toEqual([])
  await page.getByLabel('Something waits for my decision').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Something waits for my decision')).toBeChecked()
})

test('a mail that could not be sent is shown to admins, who have it tried again', async ({ as }) => {
  const { id, title } = await proposeShift()
  await mailTo(people.dana.email, title)
  await settled()
  await sql(
    "update outbox set dead_at = app_now(), last_error = '550 no such mailbox' where request = $1 and person = 'dana' and topic = 'mail'",
    [id],
  )
  const dana = await as(people.dana)
  await dana.goto('/settings/notifications')
  await expect(dana.getByRole('heading', { name: 'Mail', level: 1 })).toBeVisible()
  await expect(dana.getByText('550 no such mailbox')).toHaveCount(0)

  const priya = await as(people.priya)
  await priya.goto('/settings/notifications')
  await sights(priya)
  const row = priya.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('550 no such mailbox')
  await row.getByRole('button', { name: 'Try again' }).click()
  await expect(said(priya, 'It is tried again')).toBeVisible()
  await expect
    .poll(async () =>
      (await arrivals()).mails.filter((mail) => mail.to === people.dana.email && mail.subject.includes(title)),
    )
    .toHaveLength(2)
  await expect(priya.getByRole('row').filter({ hasText: title })).toHaveCount(0)
})
