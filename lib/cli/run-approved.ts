import {
  type Assessment,
  askGate,
  assess,
  assessRetry,
  type CommandConfig,
  type CommandRequest,
  type Containment,
  type Gate,
  type Self,
} from '@/lib/command'
import { type Refusal, refuse, yes } from '@/lib/result'

/** What a process left behind. */
export type Ran = { exit: number; stderr: string }

/** Starts the script once, in this containment. Never called without a yes of the policy or of a person. */
export type Runner = (script: string, containment: Containment) => Promise<Ran>

export type RunRefusalCode = Assessment['code'] | 'not_approved'

/** What ran last; or why nothing did, with what a first contained run left where a second one was refused. */
export type RunResult =
  | { ok: true; value: Ran & { containment: Containment } }
  | { ok: false; error: Refusal<RunRefusalCode>; firstRun?: Ran }

type Means = { gate: Gate | null; runner: Runner; self: Self; timeoutMs: number }

/**
 * Runs a command if policy and people let it: assessed, asked about where the policy says so, run contained unless the
 * yes was for full access, and under `on-failure` asked about once more. A no never runs anything and never discards
 * what a first run printed.
 */
export async function runApproved(request: CommandRequest, config: CommandConfig, means: Means): Promise<RunResult> {
  const first = assess(request, config, means.self)
  const start = await runIf(first, request, config, means)
  if (!start.ok) return start
  if (first.fullAccess) return start
  const retry = assessRetry(request, config, start.value)
  if (retry.act !== 'ask') return start
  const { exit, stderr } = start.value
  const again = await runIf(retry, request, config, means)
  return again.ok ? again : { ...again, firstRun: { exit, stderr } }
}

async function runIf(
  assessment: Assessment,
  request: CommandRequest,
  config: CommandConfig,
  { gate, runner, timeoutMs }: Means,
): Promise<RunResult> {
  const { act, code, reason, fullAccess } = assessment
  if (act === 'refuse') return refuse(code, [{ path: '$', message: reason }])
  if (act === 'ask') {
    const question = { command: request.command, reason, full_access: fullAccess }
    if (!(await askGate(question, gate, timeoutMs))) return refuse('not_approved', [{ path: '$', message: reason }])
  }
  const containment = fullAccess ? 'danger-full-access' : config.containment
  return yes({ ...(await runner(request.command, containment)), containment })
}
