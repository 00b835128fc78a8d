import { expect, type Page } from '@playwright/test'
import { axe } from './axe'

const SIGHTS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
] as const

/** Expects of a page as it stands, wide and narrow, light and dark: axe finds nothing, nothing scrolls sideways. */
export async function sights(page: Page): Promise<void> {
  const usual = page.viewportSize()
  for (const { viewport, colorScheme } of SIGHTS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await axe(page)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(tooWide, `${page.url()} is wider than ${viewport.width} px`).toBeLessThanOrEqual(0)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (usual !== null) await page.setViewportSize(usual)
}
