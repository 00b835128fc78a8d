'use client'
import type { CommandQuestion } from '@/lib/command'
import { cx } from '../parts/cx'
import { Text } from '../parts/text'
import { plural } from '../words/plural'
import styles from './full-access.module.css'

/** The box beside Approve: it has to be ticked before anything runs with nothing around it. */
export function FullAccessTick({ question: { ticks, full_access } }: { question: CommandQuestion }) {
  if (ticks.full_access === null) return null
  return (
    <label className={cx(styles.tick, styles.apart)}>
      <input type="checkbox" name="answer.full_access" value={ticks.full_access} required />{' '}
      <span>
        {full_access ? 'Let this one run out of the sandbox, on ' : 'Let this run without a sandbox, on '}
        <Text value={ticks.full_access} />
      </span>
    </label>
  )
}

/** The box at the end of a long script; it belongs to the form of the decision, wherever that stands. */
export function ReadTick({ question: { ticks, reading } }: { question: CommandQuestion }) {
  if (ticks.read === null) return null
  return (
    <label className={styles.tick}>
      <input type="checkbox" name="answer.read" value={ticks.read} form="decide" required />{' '}
      <span>{reading.lines === 1 ? 'I read the whole line' : `I read all ${plural(reading.lines, 'line')}`}</span>
    </label>
  )
}
