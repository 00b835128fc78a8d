import type { CommandConfig } from './command-config'
import { isTrustedReadOnly } from './is-trusted-read-only'
import { type Self, signalsItself } from './signals-itself'

/** What a model asked for, under the names it used. */
export type CommandRequest = {
  /** The script, exactly as written. */
  command: string
  /** The program that reads it; `bash` where nothing is said. */
  shell?: string | undefined
  /** `require_escalated` asks for a run without containment; any other text does not. */
  sandbox_permissions?: string | undefined
  /** Why it asks for that: the agent's own words. */
  justification?: string | undefined
}

/**
 * What to do with it. `fullAccess`: a yes also takes the containment away for this one run. `reason` is the agent's
 * justification where `code` is `escalation_requested`, a sentence for the agent where it is refused, else the code.
 */
export type Assessment = { act: 'run' | 'ask' | 'refuse'; code: AssessmentCode; reason: string; fullAccess: boolean }

export type AssessmentCode =
  | 'contained'
  | 'containment_off'
  | 'outside_trusted_set'
  | 'escalation_requested'
  | 'containment_denial_retry'
  | 'self_signal'
  | 'escalation_not_allowed'
  | 'justification_required'
  | 'no_retry'

/**
 * Judges a command by the host's policy, before anything runs (seeds.md §2.3).
 *
 * In this order: a command that visibly signals the agent itself is refused and no approval can allow it; an escalation
 * that the policy does not know is refused unasked, also under `untrusted`; `untrusted` asks about what is outside the
 * trusted set, and about everything that another shell would read; without containment there is nothing left to decide; `on-request` asks for an escalation with its
 * justification, and refuses one without.
 */
export function assess(request: CommandRequest, config: CommandConfig, self: Self): Assessment {
  const { approval } = config
  if (signalsItself(request.command, self)) return refused('self_signal')
  const escalates = request.sandbox_permissions === 'require_escalated' && config.containment !== 'danger-full-access'
  if (escalates && (approval === 'never' || approval === 'untrusted')) return refused('escalation_not_allowed')
  const isTrusted = READ_AS_REVIEWED.includes(request.shell ?? 'bash') && isTrustedReadOnly(request.command)
  if (approval === 'untrusted' && !isTrusted) return asked('outside_trusted_set', false)
  if (config.containment === 'danger-full-access') return run('containment_off')
  if (!escalates || approval !== 'on-request') return run('contained')
  const justification = request.justification?.trim() ?? ''
  if (justification === '') return refused('justification_required')
  return { act: 'ask', code: 'escalation_requested', reason: justification, fullAccess: true }
}

/**
 * Judges whether to ask for a second run, without containment, after the first one: under `on-failure` only, where the
 * first was contained and looks like a denial by the containment. The look decides no more than whether to ask. What
 * the first run did stays done; `refuse` with `no_retry` means that the first result stands.
 */
export function assessRetry(
  _request: CommandRequest,
  config: CommandConfig,
  firstRun: { exit: number; stderr: string },
): Assessment {
  const looksDenied = DENIALS.some((denial) => firstRun.stderr.toLowerCase().includes(denial))
  const mayAsk = config.approval === 'on-failure' && config.containment !== 'danger-full-access'
  return mayAsk && firstRun.exit !== 0 && looksDenied ? asked('containment_denial_retry', true) : refused('no_retry')
}

/** The trusted set was reviewed as these read it; what any other program makes of the same text is not known. */
const READ_AS_REVIEWED = ['bash', 'sh', '/bin/bash', '/bin/sh', '/usr/bin/bash', '/usr/bin/sh']

const DENIALS = ['operation not permitted', 'permission denied']

const SAID = {
  self_signal: 'The script signals the process of the agent that asks. No approval can allow that.',
  escalation_not_allowed: 'This host does not allow a run without containment, and nobody is asked.',
  justification_required: 'A run without containment needs a justification.',
  no_retry: 'The first result stands.',
} as const

function run(code: AssessmentCode): Assessment {
  return { act: 'run', code, reason: code, fullAccess: false }
}

function asked(code: AssessmentCode, fullAccess: boolean): Assessment {
  return { act: 'ask', code, reason: code, fullAccess }
}

function refused(code: keyof typeof SAID): Assessment {
  return { act: 'refuse', code, reason: SAID[code], fullAccess: false }
}
