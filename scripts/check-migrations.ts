import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '@/lib/store/embedded'

// Proves that prisma/migrations add up to prisma/schema.prisma, and that this proof can fail.
// The Prisma CLI has been seen to exit with 0 without having compared anything; so its words are asserted as well.

const root = path.join(import.meta.dirname, '..')
const schema = path.join(root, 'prisma/schema.prisma')
const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js')
const SAME = 'No difference detected.'

const named = process.env.DATABASE_TEST_URL
const server = named
  ? undefined
  : await startEmbedded({ dataDir: path.join(root, '.data/test'), log: console.log, database: 'maintenance' })
try {
  const url = named ?? server?.ownerUrl ?? ''
  const real = diff(schema, url)
  if (real.status !== 0 || !real.output.includes(SAME)) {
    fail('prisma/migrations and prisma/schema.prisma differ', real)
  }
  const planted = withoutOneColumn(url)
  if (planted.status !== 2 || planted.output.includes(SAME)) {
    fail('a schema with a column removed was not reported as different, so the comparison proves nothing', planted)
  }
  if (process.exitCode === undefined)
    console.log('prisma/migrations add up to prisma/schema.prisma; a planted difference is found.')
} finally {
  await server?.stop()
}

type Run = { status: number | null; output: string }

/** Compares by way of a shadow database that the engine makes on the server and drops. Exit: 0 same, 2 different. */
function diff(toSchema: string, url: string): Run {
  const run = spawnSync(
    process.execPath,
    [cli, 'migrate', 'diff', '--from-migrations', 'prisma/migrations', '--to-schema', toSchema, '--exit-code'],
    {
      cwd: root,
      env: { ...process.env, DATABASE_OWNER_URL: url, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
      encoding: 'utf8',
      timeout: 120_000, // some faults make the CLI wait for ever
    },
  )
  return { status: run.status, output: `${run.stdout}${run.stderr}${run.error?.message ?? ''}` }
}

function withoutOneColumn(url: string): Run {
  const folder = mkdtempSync(path.join(tmpdir(), 'schema-'))
  try {
    const planted = path.join(folder, 'schema.prisma')
    const column = /^ {2}title +String.*\n/m
    const text = readFileSync(schema, 'utf8')
    if (!column.test(text)) throw new Error('no column «title» to remove: choose another')
    writeFileSync(planted, text.replace(column, ''))
    return diff(planted, url)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function fail(sentence: string, run: Run): void {
  console.error(`${sentence} (exit ${run.status}):\n${run.output}`)
  process.exitCode = 1
}
