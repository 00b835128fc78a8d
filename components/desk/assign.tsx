import type { DeskRow } from '@/lib/inbox'
import type { FormAction } from '../actions'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import styles from './desk.module.css'

type Props = {
  row: DeskRow
  me: string
  /** The address of this desk, to come back to. */
  back: string
  assign: FormAction
}

/** Whom a request waits for: those who may decide it and have not approved. Opens and sends without a script. */
export function Assign({ row, me, back, assign }: Props) {
  const free = row.deciders.filter((one) => !one.hasSigned)
  const need = Math.max(1, row.approvals.need - row.approvals.have)
  if (free.length <= need) return null
  return (
    <details className={styles.assign} name="assign">
      <summary className={cx(button.btn, button.small)}>
        Reassign
        <span className="sr">
          : <Text value={row.title} />
        </span>
      </summary>
      <form action={assign}>
        <input type="hidden" name="request" value={row.id} />
        <input type="hidden" name="back" value={back} />
        <fieldset>
          <legend>Who should decide it?</legend>
          {free.map((one) => (
            <label key={one.id}>
              <input type="checkbox" name="people" value={one.id} defaultChecked={one.isAsked} />
              <span>{one.id === me ? 'You' : <Text value={one.name} />}</span>
            </label>
          ))}
        </fieldset>
        <p className={parts.hint}>
          It leaves the top of the others’ lists. Everybody here may still decide it; the history says who was asked.
        </p>
        <button type="submit" className={cx(button.btn, button.small)}>
          Ask them
        </button>
      </form>
    </details>
  )
}
