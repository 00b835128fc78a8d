import { type Action, levels, listedSteps, onlySteps, type Plan, planCallIn, readPlan, stepsIn } from '@/lib/plan'
import type { Outcome, StepOutcome } from '@/lib/request'
import type { Performed, Registry, Tool } from '@/lib/tools'
import { authorizedCall } from './authorized-call'
import { NO_LONGER } from './perform-here'
import type { PerformJob, Ports, StepRow } from './ports'

/** How a plan ended, or that it goes on later: somebody else holds it now, or a step must be tried again. */
export type PlanEnd = { outcome: 'done' | 'failed' | 'unknown'; note: string } | { retry: unknown } | 'taken_over'

type Step = { action: Action; number: number }
type Run = { ports: Ports; registry: Registry; job: PerformJob; leaseMs: number; plan: Plan }

/**
 * Performs an approved plan of tools registered here, level by level. Each step is a write of its own: recorded with
 * what it wrote in one transaction where its tool writes here, at least once under a key of its own elsewhere. Whoever
 * continues after a crash reads what stands recorded and begins behind it, so no step is done twice.
 */
export async function performPlan(
  ports: Ports,
  registry: Registry,
  job: PerformJob,
  leaseMs: number,
): Promise<PlanEnd> {
  const whole = readPlan(planCallIn(job.inputs))
  const { answer, steps } = await ports.store.planRun(job.org, job.request)
  const plan = onlySteps(whole, stepsIn(answer) ?? new Set(whole.actions.map(({ id }) => id)))
  const number = new Map(whole.actions.map(({ id }, index) => [id, index + 1]))
  const known = new Map<string, StepOutcome>(steps.map(({ action, outcome }) => [action, outcome]))
  const whys = new Map<string, string>()
  const run: Run = { ports, registry, job, leaseMs, plan }
  let stoppedBy: Step | null = null

  for (const level of levels(plan, planCallIn(job.inputs).tenant ?? undefined)) {
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
        if (before === 'unknown') return unknownEnd(step)
        continue
      }
      const ended =
        standing === null ? await performStep(run, step, before === 'running') : await skip(run, step, standing)
      if (ended === 'taken_over' || 'retry' in ended) return ended
      known.set(action.id, ended.outcome)
      if (ended.note !== null) whys.set(action.id, ended.note)
      if (ended.outcome === 'unknown') return unknownEnd(step)
      if (ended.outcome === 'failed' && action.failure_behavior !== 'skip') stoppedBy ??= step
    }
  }
  return endOf(
    plan,
    number,
    known,
    stoppedBy === null ? null : { ...stoppedBy, why: whys.get(stoppedBy.action.id) ?? null },
  )
}

type StepEnd = { outcome: StepOutcome; note: string | null } | { retry: unknown } | 'taken_over'

async function performStep(run: Run, step: Step, isStarted: boolean): Promise<StepEnd> {
  const { ports, registry, job, leaseMs } = run
  if (!(await ports.store.keepPerform(job, leaseMs))) return 'taken_over'
  const { action } = step
  const tool = registry.get(action.tool ?? '')
  const stored = {
    tool: action.tool ?? '',
    version: tool?.version ?? '',
    inputs: JSON.stringify(action.parameters),
    proposedFor: job.proposedFor,
  }
  if (tool === null || tool.kind !== 'write')
    return record(run, action, 'failed', 'This installation no longer has the tool of this step.')
  const tries = action.failure_behavior === 'retry' ? Math.min(action.max_retries, 8) + 1 : 1
  for (let attempt = 1; ; attempt++) {
    const ended =
      tool.performs === 'here'
        ? await here(run, action, tool, stored)
        : await outside(run, action, tool, stored, isStarted || attempt > 1)
    if (ended === 'taken_over' || 'retry' in ended || ended.outcome !== 'failed') return ended
    if (attempt >= tries) return record(run, action, 'failed', ended.note)
  }
}

type Stored = Parameters<typeof authorizedCall>[1]

/** In one transaction with its record: both stand or neither does. A failure writes nothing, and is recorded by the caller. */
async function here({ ports, job }: Run, action: Action, tool: Tool, stored: Stored): Promise<StepEnd> {
  const done = await ports.store.performStep(job, action.id, async (sql, signal): Promise<Performed> => {
    const asked = await authorizedCall(tool, stored, job.org, job.proposedFor, sql)
    if (asked.state === 'failed') throw asked.error
    if (asked.state !== 'authorized') return { did: false, why: NO_LONGER }
    return tool.performHere(asked.call, sql, { signal })
  })
  if (done === 'taken_over') return done
  return done.did ? { outcome: 'done', note: done.note ?? null } : { outcome: 'failed', note: done.why }
}

/** With a key of its own, the same at every try. One that cannot be tried again and was begun is unknown. */
async function outside(run: Run, action: Action, tool: Tool, stored: Stored, isStarted: boolean): Promise<StepEnd> {
  const { ports, job } = run
  if (isStarted && !tool.idempotent) return record(run, action, 'unknown', MAY_HAVE_HAPPENED)
  const asked = await authorizedCall(tool, stored, job.org, job.proposedFor, ports.store.readSql(job.org))
  if (asked.state === 'failed') return { retry: asked.error }
  if (asked.state !== 'authorized') return { outcome: 'failed', note: NO_LONGER }
  const begun = await record(run, action, 'running', null)
  if (begun === 'taken_over') return begun
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
const MAY_HAVE_HAPPENED = 'It was started and never answered, so it may have happened.'

async function skip(run: Run, { action }: Step, failed: Step): Promise<StepEnd> {
  return record(run, action, 'skipped', `Not begun, because step ${failed.number} failed.`)
}

async function record(
  { ports, job }: Run,
  action: Action,
  outcome: StepOutcome,
  note: string | null,
): Promise<StepEnd> {
  const row: StepRow = {
    org: job.org,
    request: job.request,
    actor: null,
    action: action.id,
    outcome,
    note,
    outputTail: null,
    idempotency: null,
  }
  const { code, outcome: stands } = await ports.store.recordStep(row)
  if (code === 'ok' || code === 'same') return { outcome, note }
  // somebody who held the job before was slower than its lease, and wrote what stands
  return stands === null ? 'taken_over' : { outcome: stands, note: null }
}

function unknownEnd({ number }: Step): PlanEnd {
  return {
    outcome: 'unknown',
    note: `Nobody knows whether step ${number} happened. The steps after it were not begun.`,
  }
}

function endOf(
  plan: Plan,
  number: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, StepOutcome>,
  stopped: (Step & { why: string | null }) | null,
): PlanEnd {
  const those = (outcome: StepOutcome) =>
    plan.actions.filter(({ id }) => known.get(id) === outcome).map(({ id }) => number.get(id) ?? 0)
  const [done, failed, skipped] = [those('done'), those('failed'), those('skipped')]
  const said = (numbers: number[], one: string, many: string) =>
    numbers.length === 0 ? '' : ` ${listedSteps(numbers)} ${numbers.length === 1 ? one : many}.`
  if (stopped === null) {
    const passed = said(failed, 'failed and was passed over', 'failed and were passed over')
    const outcome: Outcome = done.length === 0 ? 'failed' : 'done'
    return { outcome, note: `${done.length} of ${plan.actions.length} steps are done.${passed}` }
  }
  const why = stopped.why === null ? '' : ` ${stopped.why}`
  const stays = said(done, 'is done and stays done', 'are done and stay done')
  return {
    outcome: 'failed',
    note: `Step ${stopped.number} failed.${why}${stays}${said(skipped, 'was not begun', 'were not begun')}`,
  }
}
