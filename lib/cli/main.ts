import { readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { type ClientConfig, childEnvironment, explainFaults, readClientConfig } from '@/lib/config'
import { visibleText } from '@/lib/confirmation'
import { ask } from './ask'
import { BLOCKED, EXIT } from './exit-codes'
import { hook } from './hook'
import { inboxClient } from './inbox-client'
import { readOptions } from './options'
import { report } from './report'
import { run } from './run'
import { USAGE } from './usage'
import type { World } from './world'

/** The process as the commands see it. */
export async function main(args: string[]): Promise<number> {
  const [command, ...rest] = args
  if (command === undefined || command === '--help' || command === 'help') {
    process.stdout.write(USAGE)
    return command === undefined ? EXIT.usage : 0
  }
  const isHook = command === 'hook'
  try {
    const settings = readClientConfig()
    if (!settings.ok) return fault(isHook, explainFaults(settings.error), EXIT.config)
    const world = worldOf(settings.value)
    if (command === 'report') return await report(rest, world)
    const options = readOptions(rest, world.cwd)
    if (!options.ok) return fault(isHook, options.error.at.map(({ message }) => message).join('\n'), EXIT.usage)
    if (command !== 'run' && options.value.runner !== null)
      return fault(isHook, `--runner is for «run»: «${command}» starts nothing that it could contain.`, EXIT.usage)
    if (command === 'run') return await run(options.value, world)
    if (command === 'ask') return await ask(options.value, world)
    if (isHook) return await hook(options.value, world)
    return fault(false, `There is no command «${command}».\n${USAGE}`, EXIT.usage)
  } catch (error) {
    return fault(isHook, `Nothing more runs, because of a fault in this program: ${String(error)}`, EXIT.no)
  }
}

function fault(isHook: boolean, message: string, code: number): number {
  process.stderr.write(`${visibleText(message, { lines: true })}\n`)
  return isHook ? BLOCKED : code
}

function worldOf(settings: ClientConfig): World {
  const ending = new AbortController()
  // Who reads may go away before this program ends; what could not be written is noticed where it matters.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort(signal))
  return {
    terminal: { out: process.stderr, isInteractive: process.stderr.isTTY === true },
    stdin: process.stdin,
    stdout: process.stdout,
    cwd: process.cwd(),
    childEnv: childEnvironment(),
    host: hostname(),
    user: userOf(),
    parent: { pid: process.ppid, name: nameOf(process.ppid) },
    configFile: settings.config,
    stateDir: settings.state,
    client: inboxClient(settings),
    signal: ending.signal,
  }
}

function userOf(): string | null {
  try {
    return userInfo().username
  } catch (_nameless) {
    return null
  }
}

/** Only where the system says it. */
function nameOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() || null
  } catch (_unknown) {
    return null
  }
}
