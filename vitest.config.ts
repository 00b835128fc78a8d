import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    include: [
      'lib/**/*.test.{ts,tsx}',
      'components/**/*.test.{ts,tsx}',
      'app/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'e2e/**/*.test.{ts,tsx}',
    ],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // It imports files of Next by names that Node alone does not resolve.
    server: { deps: { inline: ['next-auth'] } },
    globalSetup: ['scripts/vitest-database.ts'],
  },
})
