import { type Json, pathOf } from '@/lib/binding'
import type { Refusal } from '@/lib/result'
import { CONTAINMENTS, type Containment } from './command-config'

/**
 * A proposed command: all that changes what would happen, so all of it is bound and shown. Not in it: the agent's words
 * and why it wants this, which change nothing.
 */
export type CommandCall = {
  /** Exactly as it would run. */
  script: string
  working_dir: string
  host: string
  /** The user of the host's system that it would run as; null where the client does not say. */
  run_as: string | null
  session: string | null
  /** The program that reads the script, such as `bash`. */
  shell: string
  containment: Containment
  /** The host's program that contains the run; null where nothing does, or the client does not say. */
  runner: string | null
  writable_roots: string[]
  /** A yes takes the containment away for this one run. */
  full_access: boolean
  background: boolean
  timeout_secs: number
  /** Why the host's policy asks. */
  asked_because: AskedBecause
  /** What the first, contained run left; only for the question whether to run again without. */
  first_run: { exit: number; stderr: string } | null
}

export const ASKED_BECAUSE = [
  'outside_trusted_set',
  'escalation_requested',
  'containment_denial_retry',
  'always',
] as const
export type AskedBecause = (typeof ASKED_BECAUSE)[number]

/** In code points, but for `lines` and the numbers. */
export const COMMAND_LIMITS = {
  script: 20_000,
  lines: 1_000,
  working_dir: 1_000,
  host: 80,
  run_as: 80,
  session: 200,
  shell: 200,
  runner: 400,
  writable_roots: 20,
  writable_root: 200,
  timeout_secs: 30 * 24 * 3600,
  stderr: 8_000,
}

/** Is nothing left to contain it, by the yes or by the host's own configuration? */
export function isUncontained({ full_access, containment }: Pick<CommandCall, 'full_access' | 'containment'>): boolean {
  return full_access || containment === 'danger-full-access'
}

/**
 * Says everything that does not fit, as paths in the call: a field of another type, missing or unknown, a blank script,
 * a text over its limit, a first run that belongs to no retry. No entries: it is a `CommandCall`.
 */
export function commandFaults(value: Json): Refusal['at'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ path: '$', message: 'must be an object' }]
  const faults: Refusal['at'] = []
  const fault = (name: string, message: string) => faults.push({ path: pathOf([name]), message })
  const text = (name: string, limit: number, blankIsFine = false) => {
    const field = value[name]
    if (typeof field !== 'string') return fault(name, 'must be a text')
    if (!blankIsFine && field.trim() === '') return fault(name, 'must not be blank')
    if (field.length > limit && [...field].length > limit) return fault(name, `is longer than ${limit} characters`)
    if (field.includes('\0')) return fault(name, 'holds U+0000, which no shell can be given')
    if (name !== 'script' && /[\n\r]/.test(field)) return fault(name, 'holds a line break')
    return undefined
  }
  const L = COMMAND_LIMITS
  text('script', L.script)
  if (typeof value.script === 'string' && value.script.split('\n').length > L.lines + 1)
    fault('script', `has more than ${L.lines} lines`)
  text('working_dir', L.working_dir)
  if (typeof value.working_dir === 'string' && value.working_dir.trim() !== '' && !isWholePath(value.working_dir))
    fault('working_dir', 'must be a whole path, without «..»')
  text('host', L.host)
  if (value.run_as !== null) text('run_as', L.run_as)
  if (value.session !== null) text('session', L.session)
  text('shell', L.shell)
  if (value.runner !== null) text('runner', L.runner)
  if (!CONTAINMENTS.some((known) => known === value.containment))
    fault('containment', `must be ${CONTAINMENTS.join(', ')}`)
  if (!ASKED_BECAUSE.some((known) => known === value.asked_because))
    fault('asked_because', `must be ${ASKED_BECAUSE.join(', ')}`)
  for (const name of ['full_access', 'background'])
    if (typeof value[name] !== 'boolean') fault(name, 'must be true or false')
  if (!isWhole(value.timeout_secs, 1, L.timeout_secs))
    fault('timeout_secs', `must be a whole number from 1 to ${L.timeout_secs}`)
  faults.push(...rootFaults(value.writable_roots))
  faults.push(...firstRunFaults(value.first_run, value.asked_because === 'containment_denial_retry'))
  faults.push(...accessFaults(value))
  for (const name of Object.keys(value)) if (!FIELDS.has(name)) fault(name, 'is not a field of a command')
  return faults
}

const FIELDS = new Set(
  'script working_dir host run_as session shell containment runner writable_roots full_access background timeout_secs asked_because first_run'.split(
    ' ',
  ),
)

/** A yes is for one access, and why it is asked must agree with that. */
function accessFaults({ full_access, containment, asked_because }: { [name: string]: Json }): Refusal['at'] {
  const at = (message: string) => [{ path: '$.full_access', message }]
  if (full_access === true && asked_because === 'outside_trusted_set')
    return at('is never given for being outside the trusted set')
  if (full_access === true && containment === 'danger-full-access') return at('is for a host that contains its runs')
  if (full_access === false && asked_because === 'containment_denial_retry') return at('is what such a retry asks for')
  return []
}

/** From the root on, as POSIX or Windows say it. */
function isWholePath(text: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(text) && !text.split(/[\\/]/).includes('..')
}

function isWhole(value: Json | undefined, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
}

function rootFaults(roots: Json | undefined): Refusal['at'] {
  if (!Array.isArray(roots)) return [{ path: '$.writable_roots', message: 'must be a list of paths' }]
  if (roots.length > COMMAND_LIMITS.writable_roots)
    return [{ path: '$.writable_roots', message: `has more than ${COMMAND_LIMITS.writable_roots} paths` }]
  return roots.flatMap((root, place) =>
    typeof root === 'string' && root.trim() !== '' && [...root].length <= COMMAND_LIMITS.writable_root
      ? []
      : [{ path: `$.writable_roots[${place}]`, message: 'must be a path' }],
  )
}

function firstRunFaults(firstRun: Json | undefined, isRetry: boolean): Refusal['at'] {
  const at = (message: string) => [{ path: '$.first_run', message }]
  if (!isRetry) return firstRun === null ? [] : at('belongs to a retry')
  if (typeof firstRun !== 'object' || firstRun === null || Array.isArray(firstRun)) return at('is needed for a retry')
  const { exit, stderr, ...others } = firstRun
  const fits = isWhole(exit, -1, 65_535) && typeof stderr === 'string' && [...stderr].length <= COMMAND_LIMITS.stderr
  return fits && Object.keys(others).length === 0
    ? []
    : at('must be an exit code and what was printed, no longer than 8000 characters')
}
