import { type Action, levels, type Plan, planCallIn } from '@/lib/plan'
import type { StepOutcome } from '@/lib/request'
import type { Performed, Registry, Tool } from '@/lib/tools'
import { authorizedCall } from './authorized-call'
import { NO_LONGER } from './perform-here'
import { endOf, MAY_HAVE_HAPPENED, type PlanEnd, planSoFar, unknownEnd } from './plan-end'
import type { PerformJob, Ports } from './ports'

type Step = { action: Action; number: number }
type Run = {
  ports: Ports
  registry: Registry
  job: PerformJob
  leaseMs: number
  plan: Plan
  versions: { [tool: string]: string }
}

/**
 * Performs an approved plan of tools registered here, level by level. Each step is a write of its own: recorded with
 * what it wrote in one transaction, so once, where its tool writes here; elsewhere at least once under a key of its own,
 * and one that cannot be repeated at most once. Whoever continues after a crash goes on behind what stands recorded.
 * `retry`: a step must be tried again later; `taken_over`: somebody else holds the plan now.
 */
export async function performPlan(
  ports: Ports,
  registry: Registry,
  job: PerformJob,
  leaseMs: number,
): Promise<PlanEnd | { retry: unknown } | 'taken_over'> {
  const { tenant, versions = {} } = planCallIn(job.inputs)
  const soFar = await planSoFar(ports, job)
  const { plan, number, known } = soFar
  const whys = new Map<string, string>()
  const run: Run = { ports, registry, job, leaseMs, plan, versions }
  let stoppedBy: Step | null = null

  for (const level of levels(plan, tenant ?? undefined)) {
    // in a level that runs together nobody waits for another: one that fails stops what comes after the level
    const stoppedBefore: Step | null = stoppedBy
    for (const index of level.actions) {
      const action = plan.actions[index]
      if (action === undefined) continue
      const step = { action, number: number.get(action.id) ?? 0 }
      const standing: Step | null = level.sequential ? stoppedBy : stoppedBefore
      const before = known.get(action.id)
      if (before === 'failed' && action.failure_behavior !== 'skip') stoppedBy ??= step
      if (before !== undefined && before !== 'running') {
        if (before === 'unknown') return unknownEnd(step.number)
        continue
      }
      const ended =
        standing === null ? await performStep(run, step, before === 'running') : await skip(run, step, standing)
      if (ended === 'taken_over' || 'retry' in ended) return ended
      known.set(action.id, ended.outcome)
      if (ended.note !== null) whys.set(action.id, ended.note)
      if (ended.outcome === 'unknown') return unknownEnd(step.number)
      if (ended.outcome === 'failed' && action.failure_behavior !== 'skip') stoppedBy ??= step
    }
  }
  const why = stoppedBy === null ? null : (whys.get(stoppedBy.action.id) ?? null)
  return endOf(soFar, stoppedBy === null ? null : { number: stoppedBy.number, why })
}

type StepEnd = { outcome: StepOutcome; note: string | null } | { retry: unknown } | 'taken_over'

async function performStep(run: Run, step: Step, isStarted: boolean): Promise<StepEnd> {
  const { ports, registry, job, leaseMs } = run
  const { action } = step
  const tool = registry.get(action.tool ?? '')
  const stored = {
    tool: action.tool ?? '',
    version: run.versions[action.tool ?? ''] ?? '',
    inputs: JSON.stringify(action.parameters),
    proposedFor: job.proposedFor,
  }
  if (tool === null || tool.kind !== 'write' || tool.version !== stored.version)
    // begun by an earlier worker, and nobody is left to ask
    return isStarted ? record(run, action, 'unknown', MAY_HAVE_HAPPENED) : record(run, action, 'failed', GONE)
  const begun: Begun = { earlier: isStarted, now: false }
  const tries = action.failure_behavior === 'retry' ? Math.min(action.max_retries, 8) + 1 : 1
  for (let attempt = 1; ; attempt++) {
    if (!(await ports.store.keepPerform(job, leaseMs))) return 'taken_over'
    const ended =
      tool.performs === 'here' ? await here(run, action, tool, stored) : await outside(run, action, tool, stored, begun)
    if (ended === 'taken_over' || 'retry' in ended || ended.outcome !== 'failed') return ended
    if (attempt >= tries) return record(run, action, 'failed', ended.note)
  }
}

const GONE = 'This installation no longer has the tool of this step in the version that was approved.'

/** Whether it stands recorded as running: by a worker before this one, whose call never answered; or by this one. */
type Begun = { earlier: boolean; now: boolean }

type Stored = Parameters<typeof authorizedCall>[1]

/** In one transaction with its record: both stand or neither does. A failure writes nothing, and is recorded by the caller. */
async function here({ ports, job }: Run, action: Action, tool: Tool, stored: Stored): Promise<StepEnd> {
  const unasked: unknown[] = []
  const done = await ports.store.performStep(job, action.id, async (sql, signal): Promise<Performed> => {
    const asked = await authorizedCall(tool, stored, job.org, job.proposedFor, sql)
    if (asked.state === 'failed') unasked.push(asked.error)
    if (asked.state !== 'authorized') return { did: false, why: NO_LONGER }
    return tool.performHere(asked.call, sql, { signal })
  })
  if (done === 'taken_over') return done
  if (unasked.length > 0) return { retry: unasked[0] }
  return done.did ? { outcome: 'done', note: done.note ?? null } : { outcome: 'failed', note: done.why }
}

/** With a key of its own, the same at every try. One that cannot be repeated and may have happened is unknown. */
async function outside(run: Run, action: Action, tool: Tool, stored: Stored, begun: Begun): Promise<StepEnd> {
  const { ports, job } = run
  if (begun.earlier && !tool.idempotent) return record(run, action, 'unknown', MAY_HAVE_HAPPENED)
  const asked = await authorizedCall(tool, stored, job.org, job.proposedFor, ports.store.readSql(job.org))
  // whoever comes later could not tell that every try so far has answered «no»
  if (asked.state === 'failed' && begun.now && !tool.idempotent) return { outcome: 'failed', note: NO_LONGER_SAID }
  if (asked.state === 'failed') return { retry: asked.error }
  if (asked.state !== 'authorized')
    return begun.earlier ? record(run, action, 'unknown', MAY_HAVE_HAPPENED) : { outcome: 'failed', note: NO_LONGER }
  if (!begun.earlier && !begun.now) {
    const started = await record(run, action, 'running', null)
    if (started === 'taken_over' || 'retry' in started || started.outcome !== 'running') return started
    begun.now = true
  }
  try {
    const performed = await tool.performOutside(asked.call, {
      key: `cs-${job.request}-${action.id}`,
      attempt: job.attempt,
      signal: AbortSignal.timeout(STEP_LIMIT_MS),
    })
    if (!performed.did) return { outcome: 'failed', note: performed.why }
    return record(run, action, 'done', performed.note ?? null)
  } catch (error) {
    if (tool.idempotent) return { retry: error }
    ports.log('error', 'perform.threw', { tool: tool.name, request: job.request, error })
    return record(run, action, 'unknown', MAY_HAVE_HAPPENED)
  }
}

const STEP_LIMIT_MS = 60_000
const NO_LONGER_SAID = 'It was not done, and whether it may be tried again could not be asked.'

async function skip(run: Run, { action }: Step, failed: Step): Promise<StepEnd> {
  return record(run, action, 'skipped', `Not begun, because step ${failed.number} failed.`)
}

async function record(
  { ports, job }: Run,
  action: Action,
  outcome: StepOutcome,
  note: string | null,
): Promise<StepEnd> {
  const recorded = await ports.store.recordHeldStep(job, { action: action.id, outcome, note })
  if (recorded === 'taken_over') return recorded
  if (recorded.code === 'ok' || (recorded.code === 'same' && outcome !== 'running')) return { outcome, note }
  // another word came in between: what is over stays so, and what is begun is not begun again
  const { outcome: stands } = recorded
  return stands === null || stands === 'running' ? 'taken_over' : { outcome: stands, note: null }
}
