import Link from 'next/link'
import type { DeskPage, DeskQuery, DeskRow } from '@/lib/inbox'
import type { FormAction } from '../actions'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { rowLeft } from '../when/spans'
import { KIND_WORDS } from '../words/kinds'
import { plural } from '../words/plural'
import { Assign } from './assign'
import styles from './desk.module.css'
import { deskAddress } from './desk-address'
import { Remind } from './remind'

const HOUR_MS = 3_600_000

export type Clock = { now: string; zone: string }
type Props = {
  page: DeskPage
  query: DeskQuery
  me: string
  clock: Clock
  assign: FormAction
  remind: FormAction
}

/** What is pending, the oldest or what is about to expire on top. */
export function Oldest({ page, query, me, clock, assign, remind }: Props) {
  const { cursor: _, ...first } = query
  const isByExpiry = query.by === 'expiry'
  return (
    <section aria-labelledby="pending">
      <div className={styles.order}>
        <h2 id="pending">{isByExpiry ? 'About to expire' : 'Oldest pending'}</h2>
        <Link href={deskAddress({ ...first, by: isByExpiry ? 'age' : 'expiry' })} prefetch={false}>
          {isByExpiry ? 'Show the oldest first' : 'Show what expires first'}
        </Link>
      </div>
      <table className={styles.table} aria-labelledby="pending">
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col" className={styles.num}>
              Waiting
            </th>
            <th scope="col" className={styles.num}>
              Approvals
            </th>
            <th scope="col">With</th>
            <th scope="col" className={styles.num}>
              Until
            </th>
            <th scope="col" className={styles.acts}>
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              me={me}
              clock={clock}
              back={deskAddress(query)}
              assign={assign}
              remind={remind}
            />
          ))}
        </tbody>
      </table>
      {page.next === null ? null : (
        <p className={parts.row}>
          <Link className={button.btn} href={deskAddress({ ...query, cursor: page.next })} prefetch={false}>
            More
          </Link>
        </p>
      )}
    </section>
  )
}

type RowProps = { row: DeskRow; me: string; clock: Clock; back: string; assign: FormAction; remind: FormAction }

function Row({ row, me, clock, back, assign, remind }: RowProps) {
  const { name, icon } = KIND_WORDS[row.kind]
  const waited = waiting(row.createdAt, clock.now)
  const left = rowLeft(row.expiresAt, clock.zone, clock.now)
  return (
    <tr>
      <td>
        <span className={styles.row}>
          <span className={parts.kind} title={name}>
            <Icon name={icon} />
            <span className="sr">{name}</span>
          </span>
          <Link href={`/requests/${row.id}`} prefetch={false}>
            <Text value={row.title} />
          </Link>
          {row.warnings === 0 ? null : (
            <span className={cx(parts.chip, parts.warn)}>
              <Icon name="alert" /> {row.warnings}
              <span className="sr"> {row.warnings === 1 ? 'warning' : 'warnings'}</span>
            </span>
          )}
        </span>
      </td>
      <td className={cx(styles.num, waited.isLate && styles.soon)}>{waited.text}</td>
      <td className={cx(styles.num, styles.wide)}>
        {row.approvals.have} of {row.approvals.need}
      </td>
      <td>
        <With row={row} me={me} />
        {isStuck(row) ? (
          <span className={cx(parts.chip, parts.warn)}>
            <Icon name="alert" /> too few left
          </span>
        ) : null}
      </td>
      <td className={cx(styles.num, styles.wide, left.soon && styles.soon)}>{left.text}</td>
      <td className={styles.acts}>
        <Remind row={row} me={me} back={back} remind={remind} />
        <Assign row={row} me={me} back={back} assign={assign} />
      </td>
    </tr>
  )
}

/** Fewer people may still sign than signatures are missing: unless somebody joins them, it ends with «no». */
export function isStuck({ deciders, approvals }: Pick<DeskRow, 'deciders' | 'approvals'>): boolean {
  return deciders.filter((one) => !one.hasSigned).length < approvals.need - approvals.have
}

/** Whom it waits for: at most two names, then how many more. */
function With({ row, me }: { row: DeskRow; me: string }) {
  const asked = row.deciders.filter((one) => one.isAsked && !one.hasSigned)
  const shown = asked.slice(0, asked.length > 2 ? 1 : 2)
  if (asked.length === 0) return <>nobody</>
  return (
    <>
      {shown.map((one, index) => (
        <span key={one.id}>
          {index === 0 ? '' : ', '}
          {one.id === me ? 'You' : <Text value={one.name} />}
        </span>
      ))}
      {asked.length > shown.length ? ` and ${plural(asked.length - shown.length, 'other')}` : ''}
    </>
  )
}

/** «40 min», «6 h», «1 day 22 h»; late after a day. */
export function waiting(createdAt: string, now: string): { text: string; isLate: boolean } {
  const ms = Math.max(0, Date.parse(now) - Date.parse(createdAt))
  const hours = Math.floor(ms / HOUR_MS)
  const days = Math.floor(hours / 24)
  if (hours < 1) return { text: `${Math.floor(ms / 60_000)} min`, isLate: false }
  if (days < 1) return { text: `${hours} h`, isLate: false }
  const rest = hours % 24
  return { text: `${plural(days, 'day')}${rest === 0 || days > 6 ? '' : ` ${rest} h`}`, isLate: true }
}
