import { type Confirmation, cut, type Detail, LIMITS, type Warning } from '@/lib/confirmation'
import type { Finding, FindingCode } from './finding'
import { levels } from './levels'
import { listedSteps } from './listed-steps'
import { type Action, isDetached, onlyLooks, type Plan } from './plan'
import type { PlanCall } from './plan-call'
import { readPlan } from './plan-call'
import { sayCondition } from './plan-question'
import { stepDetails } from './step-details'

/**
 * Says what a plan would do, in Countersign's own words. `described` holds, by place, what the tool of a step said of
 * it, for steps whose tool is registered here; `findings` is the advice of verification.
 */
export function describePlan(
  call: PlanCall,
  described: ReadonlyMap<number, Confirmation>,
  findings: readonly Finding[],
): Confirmation {
  const plan = readPlan(call)
  const { actions } = plan
  const own = [...described].flatMap(([index, { warnings }]) =>
    warnings.map((warning) => ({ ...warning, finding: `Step ${index + 1}: ${warning.finding}` })),
  )
  return {
    title: within(titleOf(actions, described), LIMITS.title),
    summary: within(summaryOf(call, plan), LIMITS.summary),
    details: [
      { label: 'If something goes wrong', value: undoOf(actions) },
      { label: 'When a step fails', value: failureOf(actions) },
      ...detachedOf(actions),
      ...(call.tenant === null ? [] : [{ label: 'Tenant', value: within(call.tenant, LIMITS.detail.value) }]),
      ...stepDetails(described),
    ],
    warnings: few([...own, ...findings.filter(({ blocks }) => !blocks).map((one) => adviceOf(one, actions))]),
  }
}

function titleOf(actions: readonly Action[], described: ReadonlyMap<number, Confirmation>): string {
  const [first] = actions
  const title = described.get(0)?.title ?? (first === undefined ? '' : sayStep(first))
  const more = actions.length - 1
  if (more === 0) return title
  const after = `, and ${more} more ${more === 1 ? 'step' : 'steps'}`
  return `${within(title, LIMITS.title - after.length)}${after}`
}

/** What a step does, where no tool here says it. */
function sayStep(action: Action): string {
  const key = typeof action.parameters.key === 'string' ? `«${action.parameters.key}»` : 'a key'
  switch (action.type) {
    case 'tool_call':
      return `Call ${action.tool ?? 'no tool'}`
    case 'state_write':
      return `Write ${key}`
    case 'state_read':
      return `Read ${key}`
    case 'assertion':
      return 'Check that all is as expected'
  }
}

function summaryOf({ perform, tenant }: PlanCall, plan: Plan): string {
  const count = plan.actions.length
  const order = levels(plan, tenant ?? undefined)
  const together = order.some(({ sequential }) => !sequential)
  return [
    `${counted(count, 'step')} in ${counted(order.length, 'level')}.`,
    order.length > 1 ? 'A level starts when the one before is done.' : '',
    together ? 'Steps of a level that says so run together.' : count > 1 ? 'Steps run one after another.' : '',
    perform === 'here' ? 'Countersign carries it out.' : 'Whoever asks carries it out, with one grant for all of it.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** Steps that only look leave nothing to undo, whatever they declare. */
function undoOf(actions: readonly Action[]): string {
  if (actions.every(onlyLooks)) return 'There is nothing to undo: it only looks.'
  const of = (reversibility: Action['reversibility']) =>
    actions.flatMap((action, index) =>
      action.reversibility === reversibility && !onlyLooks(action) ? [index + 1] : [],
    )
  const [lost, made, free] = [of('irreversible'), of('compensable'), of('reversible')]
  return [
    lost.length === 0 ? '' : `${listedSteps(lost)} cannot be undone.`,
    made.length === 0 ? '' : `${listedSteps(made)} can only be made good by another action.`,
    free.length === 0 ? '' : `${listedSteps(free)} can be undone.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function failureOf(actions: readonly Action[]): string {
  const passed = actions.flatMap(({ failure_behavior }, index) => (failure_behavior === 'skip' ? [index + 1] : []))
  const retried = actions.flatMap(({ failure_behavior }, index) => (failure_behavior === 'retry' ? [index + 1] : []))
  if (passed.length === actions.length) return 'A step that fails is passed over, and the others go on.'
  return [
    'The plan stops at the first failure, and what is done stays done.',
    passed.length === 0 ? '' : `${listedSteps(passed)} may fail without stopping it.`,
    retried.length === 0 ? '' : `${listedSteps(retried)} ${retried.length === 1 ? 'is' : 'are'} tried again first.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function detachedOf(actions: readonly Action[]): Detail[] {
  const detached = actions.flatMap((action, index) => (isDetached(action) ? [index + 1] : []))
  if (detached.length === 0) return []
  const hand = detached.length === 1 ? 'hands back before its work is done' : 'hand back before their work is done'
  return [{ label: 'Still at work later', value: `${listedSteps(detached)} ${hand}.` }]
}

const ADVICE: Partial<Record<FindingCode, string>> = {
  key_not_available: 'may not find what it depends on.',
  precondition_will_fail: 'may fail.',
  write_conflict: 'and another write the same key, in no order.',
}

function adviceOf({ code, action: id, message }: Finding, actions: readonly Action[]): Warning {
  const number = actions.findIndex((action) => action.id === id) + 1
  const action = actions[number - 1]
  if (action === undefined) return { finding: 'The same call is made several times.', detail: sentence(message) }
  const finding = `Step ${number} ${ADVICE[code] ?? 'is doubtful.'}`
  if (code !== 'precondition_will_fail') return { finding, detail: sentence(message) }
  const asked = action.preconditions.map(sayCondition).join(', and that ')
  const isAll = action.preconditions.length === 1 ? 'that is not so' : 'not all of that is so'
  return {
    finding,
    detail: sentence(`It asks that ${asked}. As far as the steps before it declare, ${isAll} at its turn`),
  }
}

function sentence(text: string): string {
  return within(`${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`, LIMITS.warning.detail)
}

function few(warnings: readonly Warning[]): Warning[] {
  const kept = warnings.length > LIMITS.warnings ? warnings.slice(0, LIMITS.warnings - 1) : warnings
  const cutToFit = kept.map(({ finding, detail }) => ({
    finding: within(finding, LIMITS.warning.finding),
    ...(detail === undefined ? {} : { detail }),
  }))
  const hidden = warnings.length - kept.length
  return hidden === 0
    ? cutToFit
    : [...cutToFit, { finding: `${hidden} more warnings are not listed here.`, detail: 'Each stands on its step.' }]
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function within(text: string, limit: number): string {
  return cut(text, limit).hidden === 0 ? text : `${cut(text, limit - 1).shown}…`
}
