import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that axe finds nothing on this page as it stands: WCAG 2.2 A and AA, and axe's own best practices. */
export async function axe(page: Page): Promise<void> {
  await nothingFound(page, builder(page).withTags(TAGS))
}

/** Expects that every text of this page stands out from its ground. */
export async function contrast(page: Page): Promise<void> {
  await nothingFound(page, builder(page).withRules(['color-contrast']))
}

/** There are no frames to look into; axe's other mode opens a tab of its own each time. */
function builder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode()
}

async function nothingFound(page: Page, asked: AxeBuilder): Promise<void> {
  const { violations } = await asked.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}\n${failureSummary ?? ''}`),
  )
  expect(found, `axe on ${page.url()}`).toEqual([])
}
