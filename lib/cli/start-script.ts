import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { exitOfSignal } from './exit-codes'
import { NotRun } from './refusals'
import { tail } from './tail'

/** One run of approved bytes. */
export type Start = {
  shell: string
  script: string
  dir: string
  env: NodeJS.ProcessEnv
  /** The program and its words that contain the run; null: nothing does. */
  runner: string[] | null
  stdin: 'inherit' | 'ignore'
  stdout: Writable
  stderr: Writable
  timeoutMs: number
  maxOutputBytes: number
  signal: AbortSignal
}

/** What became of it. `tail` is the end of what it wrote, both streams as they came. */
export type Finished = { exit: number; stderr: string; tail: string; note: string }

/** How long a program has to end by itself once it was told to. */
const GRACE_MS = 5_000
const TAIL_CHARACTERS = 12_000

/**
 * Runs a script once, in a process group of its own, and hands on what it writes as it comes. Ends it by SIGTERM, then
 * SIGKILL, at its time limit and when this program is told to end. Throws `NotRun` where it could not be started.
 */
export function startScript(start: Start): Promise<Finished> {
  const [program = start.shell, ...args] = [...(start.runner ?? []), start.shell, '-c', start.script]
  const child = spawn(program, args, {
    cwd: start.dir,
    env: start.env,
    detached: true,
    stdio: [start.stdin, 'pipe', 'pipe'],
  })
  const written = tail(TAIL_CHARACTERS)
  const errors = tail(TAIL_CHARACTERS)
  pass(child.stdout, start.stdout, start.maxOutputBytes, [written])
  pass(child.stderr, start.stderr, start.maxOutputBytes, [written, errors])

  let note = ''
  let killer: NodeJS.Timeout | undefined
  const group = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch (_gone) {
      // it ended by itself in the meantime
    }
  }
  const end = (why: string) => {
    if (note !== '') return
    note = why
    group('SIGTERM')
    killer = setTimeout(() => group('SIGKILL'), GRACE_MS)
  }
  const limit = setTimeout(() => end(`Stopped at its time limit of ${start.timeoutMs / 1000} s.`), start.timeoutMs)
  const told = () => end('Stopped by a signal to the client.')
  start.signal.addEventListener('abort', told)
  if (start.signal.aborted) told()

  return new Promise<Finished>((resolve, reject) => {
    child.once('error', ({ message }) => reject(new NotRun({ code: 'cannot_start', at: [{ path: '$', message }] })))
    child.once('close', (code, signal) => {
      const exit = code ?? (signal === null ? 1 : exitOfSignal(signal))
      resolve({ exit, stderr: errors.text(), tail: written.text(), note: `Exit code ${exit}. ${note}`.trim() })
    })
  }).finally(() => {
    clearTimeout(limit)
    clearTimeout(killer)
    start.signal.removeEventListener('abort', told)
  })
}

/** Hands a stream on up to its limit, and keeps its end. */
function pass(from: Readable, to: Writable, limit: number, kept: { add(chunk: Buffer): void }[]): void {
  let passed = 0
  // Nobody reads any more: the program learns it, as it would in a pipe of its own.
  to.once('error', () => from.destroy())
  from.on('data', (chunk: Buffer) => {
    for (const one of kept) one.add(chunk)
    const room = Math.max(0, limit - passed)
    passed += chunk.length
    if (room > 0) to.write(chunk.subarray(0, room))
    if (room > 0 && passed > limit) to.write(`\n[more than ${limit} bytes: the rest is not shown]\n`)
  })
}
