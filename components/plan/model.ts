import type { Confirmation } from '@/lib/confirmation'
import type { RequestView, StepView } from '@/lib/inbox'
import { describedSteps, type PlanCall, planCallIn, planQuestion, type QuestionStep } from '@/lib/plan'

/** A step as it is drawn. */
export type DrawnStep = QuestionStep & {
  /** What it does, in short and at length: in the words of its tool, else in ours. */
  title: string
  text: string
  /** Described by its own tool. */
  isKnown: boolean
  needed_by: number[]
  warnings: number
  isOut: boolean
  report: StepView | null
}

export type DrawnPlan = { call: PlanCall; steps: DrawnStep[]; levels: { together: boolean; steps: number[] }[] }

/** Everything that is drawn of a plan, from what the page was given: server and browser come to the same. */
export function drawnPlan(view: RequestView, shown: Confirmation | null, out: ReadonlySet<string>): DrawnPlan {
  const call = planCallIn(view.inputs)
  const { steps, levels } = planQuestion(call)
  const described = describedSteps(shown?.details ?? [])
  const reports = new Map(view.steps.map((report) => [report.action, report]))
  return {
    call,
    levels,
    steps: steps.map((step) => {
      const said = described.get(step.number)
      return {
        ...step,
        title: said?.title ?? titleOf(step),
        text: said?.text ?? textOf(step),
        isKnown: said !== undefined,
        needed_by: steps.filter(({ waits_for }) => waits_for.includes(step.number)).map(({ number }) => number),
        warnings: warningsAt(shown, step.number),
        isOut: out.has(step.id),
        report: reports.get(step.id) ?? null,
      }
    }),
  }
}

/** Warnings name their step first: Countersign wrote them so. */
function warningsAt(shown: Confirmation | null, number: number): number {
  return (shown?.warnings ?? []).filter(({ finding }) => new RegExp(`^Step ${number}\\b`).test(finding)).length
}

function titleOf({ type, tool, parameters }: QuestionStep): string {
  const key = typeof parameters.key === 'string' ? `«${parameters.key}»` : 'a key'
  switch (type) {
    case 'tool_call':
      return `Call ${tool ?? 'no tool'}`
    case 'state_write':
      return `Write ${key}`
    case 'state_read':
      return `Read ${key}`
    case 'assertion':
      return 'Check that all is as expected'
  }
}

function textOf({ parameters }: QuestionStep): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
