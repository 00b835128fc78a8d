import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

/** The root of this repository. */
export const root = path.join(import.meta.dirname, '../..')

/** A server of the build, in a process of its own. */
export type Front = { url: string; memory(): Promise<number>; stop(): Promise<void> }

/** Starts what `npm run build` made in `dir` and resolves once it listens. Of the shell's settings it gets none. */
export async function startFront(env: Record<string, string>, port: number, dir = root): Promise<Front> {
  if (!existsSync(path.join(dir, 'dist/front.js')))
    throw new Error('There is no build yet. Make one with: npm run build')
  const { PATH = '', HOME = '' } = process.env
  const url = `http://localhost:${port}`
  const child = fork(path.join(dir, 'dist/front.js'), [], {
    cwd: dir,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: `${port}`,
      COUNTERSIGN_URL: url,
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    ended.then(() => reject(new Error('the server did not start')))
  })
  return {
    url,
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
