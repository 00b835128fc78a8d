'use client'
import type { MouseEvent } from 'react'
import type { RequestRow } from '@/lib/inbox'
import { useClock } from '../frame/context'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import { isPlain, Link } from '../parts/link'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { rowLeft } from '../when/spans'
import { KIND_WORDS } from '../words/kinds'
import { approvalsOf } from '../words/verdicts'
import styles from './row.module.css'

type Props = { row: RequestRow; isGone: boolean; isSelected: boolean; onSelect: (id: string) => void }

/** Where there is room for the request beside the list. */
const WIDE = '(min-width: 56.01rem)'

/** Two lines: title and time left, then asker and at most three chips. A link, wherever a script does not know better. */
export function Row({ row, isGone, isSelected, onSelect }: Props) {
  const { zone, now } = useClock()
  const left = rowLeft(row.expiresAt, zone, now)
  const isOff = isGone || row.mine !== 'decide'
  const follow = (event: MouseEvent) => {
    if (!isPlain(event) || !window.matchMedia(WIDE).matches) return
    event.preventDefault()
    onSelect(row.id)
  }
  return (
    <Link
      className={cx(styles.item, isOff && styles.off)}
      href={`/requests/${row.id}`}
      aria-current={isSelected || undefined}
      data-row=""
      onClick={follow}
    >
      <b>
        <Text value={row.title} />
      </b>
      <span className={cx(styles.left, left.soon && styles.soon)}>
        {left.soon ? <Icon name="clock" /> : null} <span className="sr">time left: </span>
        {left.text}
      </span>
      <span className={cx(parts.chips, styles.chips)}>
        <span className={cx(parts.kind, styles.kind)}>
          <Icon name={KIND_WORDS[row.kind].icon} />{' '}
          <span>
            {KIND_WORDS[row.kind].name} · <Text value={row.asker.client.name} />
          </span>
        </span>
        {row.fullAccess ? (
          <span className={cx(parts.chip, parts.grave)}>
            <Icon name="unlocked" /> Full access
          </span>
        ) : null}
        {row.warnings === 0 ? null : (
          <span className={cx(parts.chip, parts.warn)}>
            <Icon name="alert" /> {row.warnings}{' '}
            <span className={styles.word}>{row.warnings === 1 ? 'warning' : 'warnings'}</span>
          </span>
        )}
        {row.approvals.need > 1 ? (
          <span className={parts.chip}>{approvalsOf(row.approvals.have, row.approvals.need)}</span>
        ) : null}
        <MineChip row={row} isGone={isGone} />
      </span>
    </Link>
  )
}

/** What a row is to its reader, where that is more than theirs to decide. */
const MINE: { readonly [M in RequestRow['mine']]: string | null } = {
  decide: null,
  signed: 'You approved',
  handed: 'With others',
  asked: 'You asked; others decide',
  see: null,
}

function MineChip({ row, isGone }: { row: RequestRow; isGone: boolean }) {
  const words = isGone ? 'No longer here' : MINE[row.mine]
  return words === null ? null : <span className={cx(parts.chip, parts.quiet)}>{words}</span>
}
