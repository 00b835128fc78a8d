import type { Locator, Page } from '@playwright/test'

/** A request's row in the inbox. */
export function rowOf(page: Page, { title }: { title: string }): Locator {
  return page
    .getByRole('list', { name: /^Requests/ })
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('link')
}

/** What stands beside the list. */
export function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Selected request' })
}

/** One of the three verdicts. */
export function verdictOf(where: Page | Locator, name: 'Approve' | 'Reject' | 'Send back'): Locator {
  return where.getByRole('button', { name: new RegExp(`^${name}`) })
}

/** The one thing that is said first: what happened, or why it did not. */
export function said(where: Page | Locator, title: string | RegExp): Locator {
  return where.getByRole('status').getByRole('heading', { name: title })
}
