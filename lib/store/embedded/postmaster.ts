import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from './is-alive'

/** A running server, as its postmaster.pid has it. */
export type Postmaster = { pid: number; port: number }

/**
 * Returns the server that runs on this cluster, starting and stopping ones included; undefined where none does.
 *
 * postmaster.pid outlives a kill -9 and a reboot, and its pid may by now belong to any other program; so the process is
 * looked at, and only a `postgres -D <the folder in the file>` counts.
 */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const file = readPidFile(cluster)
  if (!file || !isAlive(file.pid) || !isOfThisCluster(file, cluster)) return undefined
  return { pid: file.pid, port: file.port }
}

/**
 * Makes PostgreSQL accept a pid file whose pid lives on as another program's.
 *
 * PostgreSQL itself only asks whether the pid exists and would refuse to start. The file stays, with a pid no system
 * gives out, because its last lines name the shared memory by which PostgreSQL notices surviving backends.
 */
export function disownPidFile(cluster: string): void {
  const file = readPidFile(cluster)
  if (!file || !isAlive(file.pid) || isOfThisCluster(file, cluster)) return
  writeFileSync(pidFile(cluster), [String(NO_PROCESS), ...file.lines.slice(1)].join('\n'))
}
const NO_PROCESS = 2_147_483_647

/** Asks the server for a fast shutdown (clients are cut off, nothing is lost) and waits until it is gone. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = runningPostmaster(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  const until = Date.now() + 60_000
  while (runningPostmaster(cluster)?.pid === running.pid) {
    if (Date.now() > until) throw new Error(`PostgreSQL (process ${running.pid}) did not stop within a minute`)
    await pause(20)
  }
}

type PidFile = Postmaster & { folder: string; lines: string[] }

function readPidFile(cluster: string): PidFile | undefined {
  if (!existsSync(pidFile(cluster))) return undefined
  // may vanish or be half written between two looks: then there is no answer yet
  let lines: string[]
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch (error) {
    if (!existsSync(pidFile(cluster))) return undefined
    throw error
  }
  const [pid, folder, , port] = lines
  if (!pid || !folder || !port || !(Number(pid) > 0) || !(Number(port) > 0)) return undefined
  return { pid: Number(pid), folder, port: Number(port), lines }
}

function isOfThisCluster(file: PidFile, cluster: string): boolean {
  // a folder that was copied together with its pid file names the original's server; one that was moved still has its own
  if (existsSync(file.folder) && realpathSync(file.folder) !== realpathSync(cluster)) return false
  const [program = '', ...args] = commandLine(file.pid)
  return /postgres(\.exe)?$/.test(program) && args.includes(file.folder)
}

/** A dead child that nobody has waited for has an empty command line on Linux, and so counts as gone. */
function commandLine(pid: number): string[] {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    } catch {
      return [] // it ended between two looks
    }
  }
  const shown = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: 10_000,
  }).stdout.trim()
  const words = / -D (.+?) -p \d+/.exec(shown)
  return words?.[1] === undefined ? [shown] : [shown.slice(0, words.index), words[1]]
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}
