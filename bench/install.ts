import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expecting } from './support/call'
import type { Finding } from './support/finding'
import { freePort, root, startFront } from './support/front'
import { ownDatabase } from './support/postgres'

/** A clone of what is committed: `npm ci`, `npm run build`, start, and its first page. */
export async function install(): Promise<Finding[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'countersign-clone-'))
  const database = await ownDatabase()
  try {
    await run('git', ['clone', '--quiet', root, dir], root)
    const began = performance.now()
    await run('npm', ['ci', '--no-audit', '--no-fund', '--no-progress'], dir)
    const installed = performance.now()
    await run('npm', ['run', 'build'], dir)
    const built = performance.now()
    const env = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }
    const front = await startFront(env, await freePort(), dir)
    await expecting(200, `${front.url}/signin`)
    const ended = performance.now()
    await front.stop()
    const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(0)
    return [
      {
        what: 'from `npm ci` to the first page',
        value: (ended - began) / 1_000,
        unit: 's',
        figures: `npm ci ${seconds(began, installed)} s, build ${seconds(installed, built)} s, start and page ${seconds(built, ended)} s`,
      },
    ]
  } finally {
    await database.drop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function run(command: string, args: string[], cwd: string): Promise<void> {
  const { DATABASE_TEST_URL: _, ...env } = process.env
  const child = spawn(command, args, { cwd, env, stdio: 'ignore' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed`))))
  })
}
