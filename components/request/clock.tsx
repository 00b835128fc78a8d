'use client'
import type { RequestView } from '@/lib/inbox'
import { useClock } from '../frame/context'
import { cx } from '../parts/cx'
import { timeLeft } from '../when/spans'
import { Time } from '../when/time'
import { untilTime } from '../when/zoned'
import styles from './clock.module.css'

/** How long there is to decide. The text moves on every half minute; nothing is animated. */
export function Clock({ view }: { view: RequestView }) {
  const { zone, now } = useClock()
  const left = timeLeft(view.createdAt, view.expiresAt, now)
  return (
    <section className={styles.clock} aria-label="Time left">
      <p>
        <strong className={cx(left.soon && styles.soon)}>{left.text}</strong> left
      </p>
      <svg
        className={cx(styles.bar, left.soon && styles.soon)}
        viewBox="0 0 100 3"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width={Math.round(left.share * 100)} height="3" />
      </svg>
      <p>
        Until <Time iso={view.expiresAt} text={untilTime(view.expiresAt, zone, now)} />. If nobody decides by then, the
        answer is no.
      </p>
    </section>
  )
}
