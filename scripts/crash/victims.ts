import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { type Embedded, startEmbedded } from '@/lib/store/embedded'
import type { Told } from './process.fixture'

/** A process that is killed and started again, any number of times. It may end in no other way. */
export type Victim = {
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  readonly died: string | null
}

/** Bundled as a release is: what is started hundreds of times must start fast. Lies where packages are found. */
export async function bundled(): Promise<string> {
  const root = path.join(import.meta.dirname, '../..')
  const outfile = path.join(root, `node_modules/.cache/countersign-crash/${process.pid}.mjs`)
  await build({
    absWorkingDir: root,
    entryPoints: [path.join(import.meta.dirname, 'process.fixture.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  })
  return outfile
}

/** A server or a worker, told anew at each start. */
export function processVictim(file: string, told: () => Told): Victim {
  let child: ChildProcess | null = null
  let died: string | null = null
  return {
    get died() {
      return died
    },
    async start() {
      const started = fork(file, [JSON.stringify(told())], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = started
      started.once('exit', (code, signal) => {
        if (signal !== 'SIGKILL') died = `the ${told().role} ended by itself (${code ?? signal})`
      })
      await Promise.race([
        once(started, 'message'),
        once(started, 'exit').then(() => {
          if (!started.killed) throw new Error(`the ${told().role} did not start`)
        }),
      ])
    },
    kill: () => killed(child),
    stop: () => killed(child),
  }
}

async function killed(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** An embedded PostgreSQL of its own; it may come back on another port. */
export async function databaseVictim(dataDir: string): Promise<Victim & { readonly embedded: Embedded }> {
  const launch = () => startEmbedded({ dataDir, log: () => undefined })
  const launched = [await launch()]
  const latest = () => launched.at(-1) ?? launched[0]
  return {
    get embedded() {
      const embedded = latest()
      if (embedded === undefined) throw new Error('there is no database')
      return embedded
    },
    died: null,
    start: async () => void launched.push(await launch()),
    async kill() {
      const [pid] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      for (const embedded of launched) await embedded.stop()
    },
  }
}
