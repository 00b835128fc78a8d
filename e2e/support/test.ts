import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Person } from './people'
import { signIn } from './sign-in'
import { world } from './world'

type Fixtures = {
  /** Says which complaints of the browser belong to this story, such as the 404 that it asks for. */
  allow: (complaint: RegExp) => void
  /** Watches another context (a second person, a browser without JavaScript) as the first one is watched. */
  watch: (context: BrowserContext) => Promise<BrowserContext>
  /** A page of a person who is signed in, in a browser of their own, which is watched as well. */
  as: (person: Person, options?: BrowserContextOptions) => Promise<Page>
}

/** The browsers that stories are told in, beside the wide one with JavaScript. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const NO_SCRIPT = { javaScriptEnabled: false }

/**
 * Playwright's `test`, in which a story fails when the browser complained: an error on the console, an uncaught error,
 * a violation of the content security policy.
 */
export const test = base.extend<Fixtures & { complaints: { found: string[]; allowed: RegExp[] } }>({
  baseURL: async ({}, use) => use(world().url),
  complaints: [
    async ({}, use) => {
      const complaints: { found: string[]; allowed: RegExp[] } = { found: [], allowed: [] }
      await use(complaints)
      const { found, allowed } = complaints
      expect(
        found.filter((one) => !allowed.some((pattern) => pattern.test(one))),
        'what the browser complained of',
      ).toEqual([])
    },
    { auto: true },
  ],
  allow: async ({ complaints }, use) => use((complaint) => void complaints.allowed.push(complaint)),
  watch: async ({ complaints }, use) =>
    use(async (context) => {
      context.on('console', (message) => {
        if (message.type() === 'error')
          complaints.found.push(`console on ${message.page()?.url()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => {
        complaints.found.push(`uncaught on ${error.page()?.url()}: ${error.error().stack}`)
      })
      // The browser itself reports most violations on the console, reports-only and some fetches not.
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
          console.error(`CSP: ${effectiveDirective} forbids ${blockedURI} (${sourceFile}:${lineNumber})`),
        )
      })
      return context
    }),
  as: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, options = {}) => {
      const context = await watch(await browser.newContext(options))
      contexts.push(context)
      await signIn(context, person)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  context: async ({ context, watch }, use) => use(await watch(context)),
})

export { expect } from '@playwright/test'
