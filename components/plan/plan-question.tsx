'use client'
import { useCallback, useId, useMemo, useState } from 'react'
import { answerOf, faultsWithout, readPlan } from '@/lib/plan'
import { useHydrated } from '../frame/use-hydrated'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { confirmationOf, type Sheet } from '../request/sheet-state'
import { plural } from '../words/plural'
import { Graph } from './graph'
import { leftOutOf } from './left-out'
import { type DrawnStep, drawnPlan } from './model'
import styles from './plan.module.css'
import { Step } from './step'

/**
 * The steps of a plan: a picture of their order and a list that says the same, where a step can be left out. Whether the
 * rest is still as good as what was shown is verified here at once, and again by the server when it is approved.
 */
export function PlanQuestion({ sheet }: { sheet: Sheet }) {
  const { live, level, leftOut: chosen, setLeftOut } = sheet
  const id = useId()
  const hydrated = useHydrated()
  const shown = confirmationOf(sheet)
  const leftOut = useMemo(() => leftOutOf(live, chosen), [live, chosen])
  const plan = useMemo(() => drawnPlan(live, shown, leftOut.ids), [live, shown, leftOut])
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [kept, setKept] = useState<{ number: number; why: string } | null>(null)
  const toggle = useCallback((number: number, isOpen: boolean) => {
    setOpen((before) => (before.has(number) === isOpen ? before : withOrWithout(before, number, isOpen)))
  }, [])
  const Heading = level === 2 ? 'h2' : 'h3'
  const LevelHeading = level === 2 ? 'h3' : 'h4'
  const isMine = live.status === 'pending' && live.you.mayDecide && hydrated
  const stepId = (number: number) => `${id}-step-${number}`

  const choose = (step: DrawnStep) => {
    const ids = withOrWithout(leftOut.ids, step.id, !step.isOut)
    const stay = new Set(plan.steps.flatMap((one) => (ids.has(one.id) ? [] : [one.id])))
    const [fault] = faultsWithout(plan.call, readPlan(plan.call), stay)
    setKept(fault === undefined ? null : { number: step.number, why: fault.message })
    if (fault === undefined) setLeftOut(plan.steps.flatMap((one) => (ids.has(one.id) ? [one.id] : [])))
  }
  const stay = new Set(plan.steps.flatMap((step) => (step.isOut ? [] : [step.id])))

  return (
    <>
      <Graph
        plan={plan}
        stepHref={(number) => `#${stepId(number)}`}
        onStep={(number) => toggle(number, true)}
        level={level}
      />
      <section aria-labelledby={`${id}-steps`}>
        <Heading id={`${id}-steps`}>The steps</Heading>
        <Chosen sheet={sheet} left={leftOut.ids.size} given={leftOut.given} total={leftOut.total} isMine={isMine} />
        {live.status === 'pending' && live.you.mayDecide ? (
          <input type="hidden" name="answer" form="decide" value={answerOf(readPlan(plan.call), stay)} />
        ) : null}
        <div className={styles.levels}>
          {plan.levels.map((one, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other name than their number
            <div key={n}>
              <LevelHeading>
                Level {n + 1}
                {one.together ? ', together' : one.steps.length > 1 ? ', one after another' : ''}
              </LevelHeading>
              <ol>
                {one.steps.map((number) => {
                  const step = plan.steps[number - 1]
                  return step === undefined ? null : (
                    <Step
                      key={number}
                      step={step}
                      reporter={live.performs === 'client' ? live.asker.client.name : null}
                      id={stepId(number)}
                      isOpen={open.has(number)}
                      onToggle={(isOpen) => toggle(number, isOpen)}
                      choice={
                        isMine && !leftOut.given ? (
                          <button
                            type="button"
                            className={cx(button.btn, button.small, !step.isOut && button.plain)}
                            onClick={() => choose(step)}
                            aria-describedby={kept?.number === number ? `${id}-kept` : undefined}
                          >
                            {step.isOut ? 'Put back' : 'Leave out'}
                            <span className="sr"> step {number}</span>
                          </button>
                        ) : null
                      }
                    />
                  )
                })}
              </ol>
            </div>
          ))}
        </div>
        <p className={kept === null ? 'sr' : styles.kept} role="status" id={`${id}-kept`}>
          {kept === null ? '' : <Text value={`Step ${kept.number} stays as it is. ${kept.why}`} />}
        </p>
      </section>
    </>
  )
}

type ChosenProps = { sheet: Sheet; left: number; given: boolean; total: number; isMine: boolean }

/** How many are left out, and by whom. */
function Chosen({ sheet: { live, setLeftOut }, left, given, total, isMine }: ChosenProps) {
  const isPending = live.status === 'pending'
  if (!isPending)
    return left === 0 ? null : (
      <p className={parts.hint}>
        {plural(left, 'step was', 'steps were')} left out: {total - left} of {total} were approved.
      </p>
    )
  if (given)
    return (
      <p className={styles.given}>
        {left === 0
          ? `All ${total} steps were approved so far.`
          : `Approved so far without ${plural(left, 'step')}: ${total - left} of ${total} would run.`}{' '}
        {isMine ? (
          <button type="button" className={cx(button.btn, button.small)} onClick={() => setLeftOut([])}>
            Choose the steps yourself
          </button>
        ) : null}
      </p>
    )
  return left === 0 ? null : (
    <p className={parts.hint}>
      You left out {plural(left, 'step')}, so {total - left} run. Checked again without {left === 1 ? 'it' : 'them'}.
    </p>
  )
}

function withOrWithout<One>(all: ReadonlySet<One>, one: One, isIn: boolean): ReadonlySet<One> {
  const copy = new Set(all)
  if (isIn) copy.add(one)
  else copy.delete(one)
  return copy
}
