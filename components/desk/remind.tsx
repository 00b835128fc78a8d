import type { DeskRow } from '@/lib/inbox'
import type { FormAction } from '../actions'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Text } from '../parts/text'
import styles from './desk.module.css'

type Props = { row: DeskRow; me: string; back: string; remind: FormAction }

/** Has those mailed whom a request waits for; not there where that is the reader alone. Sends without a script. */
export function Remind({ row, me, back, remind }: Props) {
  const others = row.deciders.filter((one) => one.isAsked && !one.hasSigned && one.id !== me)
  if (others.length === 0) return null
  return (
    <form action={remind} className={styles.remind}>
      <input type="hidden" name="request" value={row.id} />
      <input type="hidden" name="back" value={back} />
      <button type="submit" className={cx(button.btn, button.small)}>
        Remind
        <span className="sr">
          {' '}
          those whom it waits for: <Text value={row.title} />
        </span>
      </button>
    </form>
  )
}
