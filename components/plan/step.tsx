'use client'
import type { ReactNode } from 'react'
import { onlyLooks } from '@/lib/plan'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import { LongText, Text } from '../parts/text'
import { SaidFrame } from '../request/said'
import { plural } from '../words/plural'
import { stepOutcome } from '../words/steps'
import type { DrawnStep } from './model'
import styles from './plan.module.css'

type Props = {
  step: DrawnStep
  id: string
  isOpen: boolean
  onToggle: (open: boolean) => void
  choice: ReactNode
  /** The client in whose words it is told how the step went; null where it ran here. */
  reporter: string | null
}

/** One step in the list; its details unfold. */
export function Step({ step, id, isOpen, onToggle, choice, reporter }: Props) {
  return (
    <li className={cx(styles.step, step.isOut && styles.out)} id={id}>
      <span className={styles.num}>{step.number}</span>
      <div className={styles.said}>
        <b>
          <Text value={step.title} />
        </b>{' '}
        {step.warnings > 0 ? (
          <span className={cx(parts.chip, parts.warn)}>{plural(step.warnings, 'warning')}</span>
        ) : null}
        {step.invocation_mode === 'one_shot' ? null : <span className={parts.chip}>still at work later</span>}
        <Report step={step} reporter={reporter} />
        {step.text === '' ? null : (
          <div className={styles.text}>
            <LongText value={step.text} limit={160} />
          </div>
        )}
        <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
          <summary>
            Details<span className="sr"> of step {step.number}</span>
          </summary>
          <StepDetails step={step} />
        </details>
      </div>
      <span className={styles.end}>
        {step.needed_by.length > 0 ? <span className={parts.hint}>needed by {step.needed_by.join(', ')}</span> : null}
        {choice}
      </span>
    </li>
  )
}

function Report({ step: { report, isOut }, reporter }: Pick<Props, 'step' | 'reporter'>) {
  if (isOut) return <span className={cx(parts.chip, parts.quiet)}>left out</span>
  if (report === null) return null
  const { outcome, note, outputTail } = report
  const isBad = outcome === 'failed' || outcome === 'unknown'
  return (
    <>
      <span className={cx(parts.chip, isBad && styles.bad)}>{stepOutcome(outcome)}</span>
      {reporter !== null && (note !== null || outputTail !== null) ? (
        <div className={styles.text}>
          <SaidFrame name={reporter} verb="reports" words={note} tail={outputTail} />
        </div>
      ) : null}
      {reporter === null && note !== null ? (
        <div className={styles.text}>
          <LongText value={note} limit={200} />
        </div>
      ) : null}
    </>
  )
}

const FAILS = {
  abort: 'The plan stops there.',
  retry: 'It is tried again; then the plan stops there.',
  skip: 'It is passed over, and the others go on.',
}
const UNDO = {
  reversible: 'It can be undone.',
  compensable: 'It can only be made good by another action.',
  irreversible: 'It cannot be undone.',
}
const MODE = {
  one_shot: 'It answers when its work is done.',
  streaming: 'It hands back before its work is done, and sends on.',
  long_running: 'It hands back before its work is done.',
}

function sayRead({ key, now }: DrawnStep['reads'][number]): string {
  return now === undefined ? key : `${key}, now ${JSON.stringify(now)}`
}

function StepDetails({ step }: { step: DrawnStep }) {
  const rows: [string, string][] = [
    ['Its id', step.id],
    ['Type', step.type],
    ...(step.tool === null
      ? []
      : [
          ['Tool', step.version === undefined ? step.tool : `${step.tool}, version ${step.version}`] satisfies [
            string,
            string,
          ],
        ]),
    ['Depends on', step.reads.map(sayRead).join('\n') || 'nothing'],
    ['Asks that', step.conditions.join('\n') || 'nothing'],
    ['Declares writing', step.writes.join(', ') || 'nothing'],
    ['If it fails', FAILS[step.failure_behavior]],
    ['When it is done', MODE[step.invocation_mode]],
    ['Afterwards', onlyLooks(step) ? 'There is nothing to undo: it only looks.' : UNDO[step.reversibility]],
    ...(step.compensation === null
      ? []
      : [['Made good by', JSON.stringify(step.compensation)] satisfies [string, string]]),
    ['Parameters', JSON.stringify(step.parameters, null, 2)],
  ]
  return (
    <dl className={styles.details}>
      {step.advice.map(({ code, tier, message }) => (
        <div key={code + message}>
          <dt>{tier === 'heuristic' ? 'A guess' : 'Advice'}</dt>
          <dd>
            <Text value={message} />
          </dd>
        </div>
      ))}
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={label === 'Parameters' ? styles.code : undefined}>
            <LongText value={value} limit={2_000} lines />
          </dd>
        </div>
      ))}
    </dl>
  )
}
