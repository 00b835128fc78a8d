import type { Page } from '@playwright/test'
import { arrivals } from './outside'
import { expect } from './test'

/** Waits for a mail to an address, beyond the first `from`, and returns the link in it that fits. */
export async function linkTo(
  email: string,
  from = 0,
  pattern: RegExp = /https?:\/\/\S+signin\/confirm\S+/,
): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await arrivals()).mails.slice(from).filter(({ to }) => to === email)
      link = mails.map(({ text }) => pattern.exec(text ?? '')?.[0] ?? '').findLast((found) => found !== '') ?? ''
      return link
    })
    .not.toBe('')
  return link
}

/** Signs in on the sign-in page that is open, by the link that comes. */
export async function signInByMail(page: Page, email: string): Promise<void> {
  const sent = (await arrivals()).mails.length
  await page.getByLabel('Work e-mail').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.goto(await linkTo(email, sent))
  await page.getByRole('button', { name: 'Sign in' }).click()
}
