import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** How a program ended; null: it was stopped because it took too long, or could not be started. */
export type Exit = number | null

/**
 * Runs a program of node_modules, or with `tsx` one of our scripts, its output shown as it comes. It gets no standard
 * input, and a process group of its own, so that what it started ends with it when its time is over.
 */
export function run(
  words: string[],
  { timeoutMs, env = {} }: { timeoutMs: number; env?: Record<string, string> },
): Promise<Exit> {
  const [program = '', ...rest] = words
  const child = spawn(path.join(root, 'node_modules/.bin', program), rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  const end = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch (error) {
      // The group is gone already.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
  const pass = (signal: NodeJS.Signals) => {
    end(signal)
    process.exit(130)
  }
  process.once('SIGINT', pass).once('SIGTERM', pass)
  let isLate = false
  const clock = setTimeout(() => {
    isLate = true
    console.log(`${words.join(' ')}: no end after ${timeoutMs / 1000} s, stopped`)
    end('SIGKILL')
  }, timeoutMs)
  return new Promise((resolve) => {
    const finish = (exit: Exit) => {
      clearTimeout(clock)
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve(isLate ? null : exit)
    }
    child.once('error', (error) => {
      console.log(`${words.join(' ')}: ${error.message}`)
      finish(null)
    })
    child.once('close', finish)
  })
}
