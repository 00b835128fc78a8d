import { pathOf } from '@/lib/binding'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'

/** How a host runs an agent's commands. Set by the host's owner, never reachable from what a model writes. */
export type CommandConfig = {
  containment: Containment
  approval: Approval
  writable_roots: string[]
  launcher: Launcher
  foreground_timeout_secs: number
  background_timeout_secs: number
  /** Of each stream. */
  max_output_bytes: number
}

export const CONTAINMENTS = ['read-only', 'workspace-write', 'danger-full-access'] as const
/** What a command may touch. */
export type Containment = (typeof CONTAINMENTS)[number]

export const APPROVALS = ['never', 'on-failure', 'on-request', 'untrusted'] as const
/** When a person is asked. */
export type Approval = (typeof APPROVALS)[number]

type Launcher = 'discover' | { helper: string } | { reexec_self: string[] }
type Fault = { path: string; message: string }
type Reading<T> = (value: unknown) => T | undefined

/**
 * Reads a configuration; null is the default one. Refuses with `bad_config`, every field at fault at once: an unknown
 * name, an unknown choice, a number that is not a whole one above zero. Never falls back to a default in silence: the
 * default asks nobody, and a misspelt `untrusted` must not become that (seeds.md §2.7, 6).
 */
export function parseCommandConfig(value: unknown): Result<CommandConfig, Refusal<'bad_config'>> {
  if (value === null) return yes(defaults())
  if (typeof value !== 'object' || Array.isArray(value))
    return refuse('bad_config', [{ path: '$', message: 'must be an object' }])
  const given = new Map<string, unknown>(Object.entries(value ?? {}))
  const faults: Fault[] = []
  const field = <T>(name: string, otherwise: T, read: Reading<T>, must: string): T => {
    if (!given.has(name)) return otherwise
    const found = read(given.get(name))
    given.delete(name)
    if (found !== undefined) return found
    faults.push({ path: pathOf([name]), message: must })
    return otherwise
  }
  const byDefault = defaults()
  const seconds = 'must be a whole number of seconds above zero'
  const config: CommandConfig = {
    containment: field('containment', byDefault.containment, oneOf(CONTAINMENTS), `must be ${CONTAINMENTS.join(', ')}`),
    approval: field('approval', byDefault.approval, oneOf(APPROVALS), `must be ${APPROVALS.join(', ')}`),
    writable_roots: field('writable_roots', byDefault.writable_roots, texts, 'must be a list of paths'),
    launcher: field(
      'launcher',
      byDefault.launcher,
      launcher,
      'must be discover, {helper: path} or {reexec_self: [args]}',
    ),
    foreground_timeout_secs: field(
      'foreground_timeout_secs',
      byDefault.foreground_timeout_secs,
      wholeAboveZero,
      seconds,
    ),
    background_timeout_secs: field(
      'background_timeout_secs',
      byDefault.background_timeout_secs,
      wholeAboveZero,
      seconds,
    ),
    max_output_bytes: field(
      'max_output_bytes',
      byDefault.max_output_bytes,
      wholeAboveZero,
      'must be a whole number of bytes above zero',
    ),
  }
  for (const name of given.keys()) faults.push({ path: pathOf([name]), message: 'is not a field of a configuration' })
  return faults.length === 0 ? yes(config) : refuse('bad_config', faults)
}

function defaults(): CommandConfig {
  return {
    containment: 'workspace-write',
    approval: 'never',
    writable_roots: [],
    launcher: 'discover',
    foreground_timeout_secs: 120,
    background_timeout_secs: 86_400,
    max_output_bytes: 1_048_576,
  }
}

function oneOf<Choice extends string>(choices: readonly Choice[]): Reading<Choice> {
  return (value) => choices.find((choice) => choice === value)
}

function texts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const found = value.filter((member): member is string => typeof member === 'string')
  return found.length === value.length ? found : undefined
}

function launcher(value: unknown): Launcher | undefined {
  if (value === 'discover') return value
  if (typeof value !== 'object' || value === null) return undefined
  const [only, ...others] = Object.entries(value)
  if (only === undefined || others.length > 0) return undefined
  const [name, set] = only
  if (name === 'helper' && typeof set === 'string') return { helper: set }
  const args = name === 'reexec_self' ? texts(set) : undefined
  return args === undefined ? undefined : { reexec_self: args }
}

function wholeAboveZero(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
