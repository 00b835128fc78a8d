import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.join(import.meta.dirname, '..')

/** A serving process. `stopped` is its exit code. */
export type Started = { stopped: Promise<number>; stop(): void }

/**
 * Starts what was built, as a process of its own that ends with this one, and resolves once it listens (or works, where
 * it only does that). Quiet, it says errors only. Rejects where there is no build, or it does not start; its own words then stand on the terminal.
 */
export async function start(
  env: { [name: string]: string | undefined } = {},
  { isQuiet = false } = {},
): Promise<Started> {
  const entry = path.join(root, 'dist/front.js')
  if (!existsSync(entry) || !existsSync(path.join(root, '.next/BUILD_ID')))
    throw new Error('There is no build yet. Make one with: npm run build')
  const child = fork(entry, [], {
    cwd: root,
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  })
  const stopped = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)))
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    stopped.then((code) => reject(new Error(`The server did not start (exit code ${code}).`)))
  })
  return { stopped, stop: () => void child.kill('SIGTERM') }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  start()
    .then(async ({ stopped, stop }) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
      process.exitCode = await stopped
    })
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    })
}
