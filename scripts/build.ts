import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build as bundle } from 'esbuild'
import { explainFaults, keepSecrets, readConfig } from '@/lib/config'

const root = path.join(import.meta.dirname, '..')
const stampFile = path.join(root, 'dist', '.built-from')

/** What a build is made from; everything else may change without a new one. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'prisma/schema.prisma',
  'proxy.ts',
  'next.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]
/** The server, and the command-line client, which is quicker to start when it is built. */
const ENTRIES = { front: 'lib/server/front.ts', countersign: 'lib/cli/main.ts' }

/**
 * Builds pages (`.next/`) and processes (`dist/`), unless they are there and nothing has changed since. The action key
 * is part of a build: with the same key an open tab still works after the next deploy.
 */
export async function build(say: (line: string) => void = (line) => console.log(line)): Promise<void> {
  const read = readConfig()
  if (!read.ok) throw new Error(explainFaults(read.error))
  const { actionKey } = await keepSecrets(read.value)
  const stamp = await stampOf(actionKey)
  if (await isBuilt(stamp)) return say('The build is up to date.')

  await rm(path.dirname(stampFile), { recursive: true, force: true })
  const began = Date.now()
  await run('tsx', ['scripts/generate.ts'], actionKey)
  say('Building the pages …')
  await run('next', ['build'], actionKey)
  say('Building the server …')
  await bundle({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19', // import attributes came with 20.10
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
  await mkdir(path.dirname(stampFile), { recursive: true })
  // Written last: an interrupted build is made again.
  await writeFile(stampFile, stamp)
  say(`Built in ${Math.round((Date.now() - began) / 1_000)} s.`)
}

async function isBuilt(stamp: string): Promise<boolean> {
  const parts = [stampFile, path.join(root, '.next/BUILD_ID'), path.join(root, 'dist/front.js')]
  return parts.every((part) => existsSync(part)) && (await readFile(stampFile, 'utf8')) === stamp
}

/** The hash of every source and of the key; tests build nothing. */
async function stampOf(actionKey: string): Promise<string> {
  const hash = createHash('sha256').update(actionKey).update(process.version)
  for (const file of (await Promise.all(SOURCES.map(filesUnder))).flat().sort())
    if (!/\.test\.tsx?$/.test(file)) hash.update(`\n${file}\n`).update(await readFile(path.join(root, file)))
  return hash.digest('hex')
}

async function filesUnder(name: string): Promise<string[]> {
  const found = await readdir(path.join(root, name), { recursive: true, withFileTypes: true }).catch(() => null)
  if (found === null) return [name]
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

function run(tool: string, args: string[], actionKey: string): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionKey,
  }
  const child = spawn(path.join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${tool} ${args.join(' ')} failed`))))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  build().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
