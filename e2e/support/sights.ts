import { expect, type Page } from '@playwright/test'
import { axe, contrast } from './axe'

const WIDE = { width: 1440, height: 900 }

/**
 * Expects of a page as it stands that axe finds nothing, wide and on a phone, light and dark, and that nothing scrolls
 * sideways down to 320 px.
 */
export async function sights(page: Page): Promise<void> {
  const usual = page.viewportSize()
  await look(page, WIDE, 'light')
  await unroll(page)
  await axe(page)
  // The same boxes in other colours.
  await look(page, WIDE, 'dark')
  await contrast(page)
  await look(page, { width: 390, height: 844 }, 'dark')
  await unroll(page)
  await axe(page)
  await look(page, { width: 320, height: 640 }, 'light')

  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (usual !== null) await page.setViewportSize(usual)
}

async function look(page: Page, size: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(tooWide, `${page.url()} is wider than ${size.width} px`).toBeLessThanOrEqual(0)
}

/** Makes the window as high as the page: where it happens to be scrolled to, a bar may stand over half a button. */
async function unroll(page: Page) {
  const { width = WIDE.width, height = WIDE.height } = page.viewportSize() ?? {}
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), 12_000) })
}
