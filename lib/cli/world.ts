import type { Readable, Writable } from 'node:stream'
import type { InboxClient } from './inbox-client'
import type { Terminal } from './terminal'

/** Everything outside that a command of this program touches; the process hands in its own. */
export type World = {
  terminal: Terminal
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  cwd: string
  /** What a command gets as its environment; never the key. */
  childEnv: NodeJS.ProcessEnv
  host: string
  user: string | null
  /** The process that started this one: the agent, as far as can be known. */
  parent: { pid: number; name: string | null }
  /** The file with the host's policy. */
  configFile: string
  /** Where hooks remember. */
  stateDir: string
  client: InboxClient
  /** Ends when this program is told to end; `reason` is the signal's name. */
  signal: AbortSignal
}
