import { homedir } from 'node:os'
import path from 'node:path'
import { type Result, refuse, yes } from '@/lib/result'
import type { ConfigFault } from './read-config'

/** How the command-line client reaches an inbox. `url` is an origin; `config` and `state` are absolute paths. */
export type ClientConfig = {
  url: string
  key: string
  /** Where the host's policy for commands stands. */
  config: string
  /** Where a hook remembers, between two calls, which request a command belongs to. */
  state: string
}

/** Every variable that the command-line client reads. */
export const CLIENT_VARIABLES = [
  { name: 'COUNTERSIGN_URL', what: 'The address of Countersign.', otherwise: 'nothing can be asked: no' },
  { name: 'COUNTERSIGN_KEY', what: 'The key of this client.', otherwise: 'nothing can be asked: no' },
  {
    name: 'COUNTERSIGN_COMMAND_CONFIG',
    what: 'The file with the policy of this host.',
    otherwise: '`~/.config/countersign/command.json`',
  },
] as const

type Env = { readonly [name: string]: string | undefined }

/**
 * Reads the environment of the command-line client. Refuses with `bad_config`, naming every variable at fault; no
 * message repeats a value. A key goes over https, or stays on this machine.
 */
export function readClientConfig(env: Env = process.env): Result<ClientConfig, ConfigFault> {
  const at: ConfigFault['at'] = []
  const text = (name: string) => (env[name] ?? '').trim()
  const url = URL.canParse(text('COUNTERSIGN_URL')) ? new URL(text('COUNTERSIGN_URL')) : null
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    at.push({ path: 'COUNTERSIGN_URL', message: 'must be an https:// address, or http:// on this machine' })
  const key = text('COUNTERSIGN_KEY')
  if (key === '' || !/^[\x21-\x7e]+$/.test(key))
    at.push({ path: 'COUNTERSIGN_KEY', message: 'must be the key of a client' })
  const home = env.HOME ?? homedir()
  if (at.length > 0 || url === null) return refuse('bad_config', at)
  return yes({
    url: url.origin,
    key,
    config: path.resolve(text('COUNTERSIGN_COMMAND_CONFIG') || path.join(home, '.config/countersign/command.json')),
    state: path.resolve(text('XDG_STATE_HOME') || path.join(home, '.local/state'), 'countersign'),
  })
}
