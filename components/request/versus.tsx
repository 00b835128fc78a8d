'use client'
import { useId } from 'react'
import { type Confirmation, changes } from '@/lib/confirmation'
import { useClock } from '../frame/context'
import { LongText, Text } from '../parts/text'
import { Time } from '../when/time'
import { dayOrTime } from '../when/zoned'
import { plural } from '../words/plural'
import type { Before } from './use-request'
import styles from './versus.module.css'

const LONG = 300

type Props = { before: Before; now: Confirmation; nowAt: string; level: 2 | 3 }

/** Old beside new, what changed first, so that nobody has to find it. */
export function Versus({ before, now, nowAt, level }: Props) {
  const id = useId()
  const { zone, now: clock } = useClock()
  const Heading = level === 2 ? 'h2' : 'h3'
  const rows = changes(before.confirmation, now)
  const changed = rows.filter((row) => row.changed)
  const same = rows.filter((row) => !row.changed)
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>
        {plural(changed.length, 'thing')} changed, {same.length} {same.length === 1 ? 'is' : 'are'} the same
      </Heading>
      <div className={styles.versus}>
        <table>
          <colgroup>
            <col className={styles.label} />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <td />
              <th scope="col">
                When you opened it{' '}
                <small>
                  <Time iso={before.shownAt} text={dayOrTime(before.shownAt, zone, clock)} />
                </small>
              </th>
              <th scope="col">
                Now{' '}
                <small>
                  <Time iso={nowAt} text={dayOrTime(nowAt, zone, clock)} />
                </small>
              </th>
            </tr>
          </thead>
          <tbody>
            {[...changed, ...same].map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is frozen, and two labels may read the same
              <tr key={index} className={row.changed ? styles.diff : undefined}>
                <th scope="row">
                  <Text value={row.label} />
                </th>
                <td>{row.changed ? <del>{side(row.before)}</del> : side(row.before)}</td>
                <td>{row.changed ? <ins>{side(row.now)}</ins> : side(row.now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function side(value: string | null) {
  return value === null ? '(not there)' : <LongText value={value} limit={LONG} lines />
}
