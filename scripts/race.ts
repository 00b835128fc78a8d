import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

// Runs the races of lib/inbox (64 callers in four processes) more often than the test suite does.
// npx tsx scripts/race.ts --rounds 1000 [--url postgresql://owner@host:5432/postgres] [--only grant]
// Without --url on the embedded PostgreSQL; the owner must be a superuser, and databases of its own are made and removed.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    url: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1')

const root = path.join(import.meta.dirname, '..')
const races = readdirSync(path.join(root, 'lib/inbox'))
  .filter((name) => name.endsWith('.race.test.ts') && name.startsWith(values.only))
  .map((name) => `lib/inbox/${name}`)
if (races.length === 0) throw new Error(`no race is called ${values.only}`)
const child = spawn(
  process.execPath,
  [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--no-file-parallelism', ...races],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      COUNTERSIGN_ROUNDS: String(rounds),
      ...(values.url === undefined ? {} : { DATABASE_TEST_URL: values.url }),
    },
  },
)
child.once('exit', (code) => process.exit(code ?? 1))
