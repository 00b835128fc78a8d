import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/find-browser'

const browser = await findBrowser()

/** Stories in a real browser, against one production server that the global set-up starts. */
export default defineConfig({
  testDir: 'e2e',
  // A `.test.` beside them is for vitest.
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  // One server, one database, two cores: stories come one after the other.
  workers: 1,
  // A machine of strangers may stall; what needed its second try is named at the end of the run.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...definedOnly(process.env), ...browser.env },
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
