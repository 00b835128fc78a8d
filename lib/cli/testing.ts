import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import type { Json } from '@/lib/binding'

/** The client as one file, made from the sources once per test file. */
export type Client = {
  folder: string
  /** Starts it; `env` and `config` go beside what every run has. */
  start(args: string[], how?: How): Running
  close(): Promise<void>
}
export type How = {
  url?: string
  /** The host's policy; a text is written as it is, null writes none. */
  config?: Json
  cwd?: string
  env?: Record<string, string>
  /** What stands on standard input; null closes it at once, `open` leaves it open. */
  stdin?: string | null | 'open'
  node?: string[]
  /** Standard output goes to this file. */
  stdoutTo?: string
}
export type Running = { child: ChildProcess; ended: Promise<Ended>; stderr(): string }
export type Ended = { exit: number | null; signal: string | null; stdout: string; stderr: string }

/** Asks about everything outside the trusted set; nothing contains a run. */
export const ASKS = { approval: 'untrusted', containment: 'danger-full-access' }

/** Bundles the client to a folder of its own. */
export async function aClient(): Promise<Client> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'countersign-cli-')))
  const root = path.join(import.meta.dirname, '../..')
  const file = path.join(folder, 'client.mjs')
  await build({
    absWorkingDir: root,
    stdin: {
      contents:
        "import { main } from './lib/cli/main'\nprocess.exitCode = 77\nprocess.exitCode = await main(process.argv.slice(2))",
      resolveDir: root,
      loader: 'ts',
    },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  })
  let made = 0
  return {
    folder,
    close: () => rm(folder, { recursive: true, force: true }),
    start(args, { url, config = ASKS, cwd = folder, env = {}, stdin = '', node = [], stdoutTo } = {}) {
      const policy = path.join(folder, `policy-${++made}.json`)
      if (config !== null) writeFileSync(policy, typeof config === 'string' ? config : JSON.stringify(config))
      let stdout = ''
      let stderr = ''
      const child = spawn(process.execPath, [...node, file, ...args], {
        cwd,
        env: {
          PATH: process.env.PATH ?? '',
          HOME: folder,
          NODE_ENV: 'test',
          COUNTERSIGN_KEY: 'key',
          COUNTERSIGN_COMMAND_CONFIG: policy,
          ...(url === undefined ? {} : { COUNTERSIGN_URL: url }),
          ...env,
        },
        stdio: ['pipe', stdoutTo === undefined ? 'pipe' : openSync(stdoutTo, 'w'), 'pipe'],
      })
      child.stdout?.on('data', (chunk: Buffer) => {
        stdout += chunk
      })
      child.stderr?.on('data', (chunk: Buffer) => {
        stderr += chunk
      })
      child.stdin?.on('error', () => undefined)
      if (stdin !== 'open') child.stdin?.end(stdin ?? undefined)
      const ended = new Promise<Ended>((resolve) => {
        child.once('close', (exit, signal) => resolve({ exit, signal, stdout, stderr }))
      })
      return { child, ended, stderr: () => stderr }
    },
  }
}

/** Waits until something holds; what never holds fails by the test's own time limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** The inputs that a server binds of a proposal, as lib/http makes them. */
export function toCommandInputs(body: Json): Json {
  const { kind: _kind, agent: _agent, expires_in_seconds: _time, ...rest } = body as { [name: string]: Json }
  return { run_as: null, session: null, runner: null, first_run: null, ...rest }
}
