import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { world } from './world'

export type Ended = { exit: number | null; stdout: string; stderr: string }

/** A terminal on the machine of the ledger agent: a folder, a policy, a key. */
export type Terminal = {
  folder: string
  /** Starts the command-line client there; `input` stands on its standard input. */
  countersign(args: string[], input?: string): { child: ChildProcess; ended: Promise<Ended>; said(): string }
  close(): void
}

/** Opens one; the policy asks about everything outside the trusted set, and nothing contains a run. */
export function openTerminal(policy: object = { approval: 'untrusted', containment: 'danger-full-access' }): Terminal {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-terminal-'))
  const config = path.join(folder, 'policy.json')
  writeFileSync(config, JSON.stringify(policy))
  return {
    folder,
    close: () => rmSync(folder, { recursive: true, force: true }),
    countersign(args, input = '') {
      const child = spawn(
        process.execPath,
        [path.join(import.meta.dirname, '../../scripts/countersign.mjs'), ...args],
        {
          cwd: folder,
          env: {
            PATH: process.env.PATH ?? '',
            HOME: folder,
            NODE_ENV: 'production',
            COUNTERSIGN_URL: world().url,
            COUNTERSIGN_KEY: world().keys.ledger,
            COUNTERSIGN_COMMAND_CONFIG: config,
          },
        },
      )
      let [stdout, stderr] = ['', '']
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk
      })
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk
      })
      child.stdin.end(input)
      const ended = new Promise<Ended>((resolve) => {
        child.once('close', (exit) => resolve({ exit, stdout, stderr }))
      })
      return { child, ended, said: () => stderr }
    },
  }
}

/** The page of the request that a client is waiting for. */
export async function pageOf(said: () => string): Promise<string> {
  for (;;) {
    const found = said()
      .split(/\s+/)
      .find((word) => word.includes('/requests/'))
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
