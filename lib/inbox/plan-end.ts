import { listedSteps, onlySteps, type Plan, planCallIn, readPlan, stepsIn } from '@/lib/plan'
import type { StepOutcome } from '@/lib/request'
import type { PerformJob, Ports } from './ports'

/** How a plan ended, in an outcome and words for people. */
export type PlanEnd = { outcome: 'done' | 'failed' | 'unknown'; note: string }

/** What is approved of a plan, and what stands recorded of it. Numbers are those of the whole plan. */
export type PlanSoFar = { plan: Plan; number: ReadonlyMap<string, number>; known: Map<string, StepOutcome> }

/** Reads it anew: what another wrote who held the job before stands in it. */
export async function planSoFar(ports: Ports, job: PerformJob): Promise<PlanSoFar> {
  const whole = readPlan(planCallIn(job.inputs))
  const { answer, steps } = await ports.store.planRun(job.org, job.request)
  return {
    plan: onlySteps(whole, stepsIn(answer) ?? new Set(whole.actions.map(({ id }) => id))),
    number: new Map(whole.actions.map(({ id }, index) => [id, index + 1])),
    known: new Map(steps.map(({ action, outcome }) => [action, outcome])),
  }
}

/** The end of a plan that is given up where it stands: a step that was begun and never answered may have happened. */
export async function givenUpEnd(ports: Ports, job: PerformJob, why: string): Promise<PlanEnd> {
  const soFar = await planSoFar(ports, job)
  for (const [action, outcome] of soFar.known)
    if (outcome === 'running') {
      await ports.store.recordHeldStep(job, { action, outcome: 'unknown', note: MAY_HAVE_HAPPENED })
      soFar.known.set(action, 'unknown')
    }
  for (const { id } of soFar.plan.actions) if (!soFar.known.has(id)) soFar.known.set(id, 'skipped')
  const unknown = numbersOf(soFar, 'unknown')
  if (unknown.length === 0) return { outcome: 'failed', note: `${why}${stays(soFar)}` }
  return { outcome: 'unknown', note: `${why}${said(unknown, 'may have happened', 'may have happened')}${stays(soFar)}` }
}

export const MAY_HAVE_HAPPENED = 'It was started and never answered, so it may have happened.'

export function unknownEnd(number: number): PlanEnd {
  return {
    outcome: 'unknown',
    note: `Nobody knows whether step ${number} happened. The steps after it were not begun.`,
  }
}

/** The end of a plan that was gone through; `stopped`: the step whose failure ended it, and why it failed. */
export function endOf(soFar: PlanSoFar, stopped: { number: number; why: string | null } | null): PlanEnd {
  const failed = numbersOf(soFar, 'failed')
  if (stopped === null) {
    const done = numbersOf(soFar, 'done').length
    const passed = said(failed, 'failed and was passed over', 'failed and were passed over')
    return {
      outcome: done === 0 ? 'failed' : 'done',
      note: `${done} of ${soFar.plan.actions.length} steps are done.${passed}`,
    }
  }
  const why = stopped.why === null ? '' : ` ${stopped.why}`
  return { outcome: 'failed', note: `Step ${stopped.number} failed.${why}${stays(soFar)}` }
}

function stays(soFar: PlanSoFar): string {
  const done = said(numbersOf(soFar, 'done'), 'is done and stays done', 'are done and stay done')
  return `${done}${said(numbersOf(soFar, 'skipped'), 'was not begun', 'were not begun')}`
}

function numbersOf({ plan, number, known }: PlanSoFar, outcome: StepOutcome): number[] {
  return plan.actions.filter(({ id }) => known.get(id) === outcome).map(({ id }) => number.get(id) ?? 0)
}

function said(numbers: number[], one: string, many: string): string {
  return numbers.length === 0 ? '' : ` ${listedSteps(numbers)} ${numbers.length === 1 ? one : many}.`
}
