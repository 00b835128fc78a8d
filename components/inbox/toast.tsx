'use client'
import type { RequestRow } from '@/lib/inbox'
import { useClock } from '../frame/context'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import { Text } from '../parts/text'
import { untilTime } from '../when/zoned'
import styles from './toast.module.css'

type Props = { arrivals: readonly RequestRow[]; onShow: () => void; onDismiss: () => void }

/** Arrivals wait here, so that no row moves under a pointer. The region is always there: only then is it read out. */
export function Toast({ arrivals, onShow, onDismiss }: Props) {
  const first = arrivals[0]
  return (
    <div role="status" className={styles.region}>
      {first === undefined ? null : (
        <div className={styles.toast}>
          <span className={styles.dot} aria-hidden="true" />
          <div>{arrivals.length === 1 ? <One row={first} /> : <b>{arrivals.length} new requests</b>}</div>
          <div className={styles.end}>
            <button type="button" className={cx(button.btn, button.small)} onClick={onShow}>
              Show
            </button>
            <button
              type="button"
              className={cx(button.btn, button.plain, button.small)}
              aria-label="Dismiss"
              onClick={onDismiss}
            >
              <Icon name="cross" />
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

function One({ row }: { row: RequestRow }) {
  const { zone, now } = useClock()
  return (
    <>
      <b>
        New: <Text value={row.title} />
      </b>
      <Text value={row.asker.client.name} />
      {row.mine === 'decide' ? `, needs you by ${untilTime(row.expiresAt, zone, now)}` : ''}
    </>
  )
}
