import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// The CLI would fetch a native schema engine from a host of its own before every command, also those that need none.
// Prisma loads this file before it looks for one. Windows cannot start a script as a program; there it is fetched.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('./scripts/schema-engine.mjs', import.meta.url))
}

const url = process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url ? { datasource: { url } } : {}),
})
