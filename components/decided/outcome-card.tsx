'use client'
import type { RequestRow } from '@/lib/inbox'
import { useClock, useMe } from '../frame/context'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import { Link } from '../parts/link'
import parts from '../parts/parts.module.css'
import { LongText, Text } from '../parts/text'
import facts from '../request/facts.module.css'
import { Time } from '../when/time'
import { dayOrTime } from '../when/zoned'
import { cardWords } from '../words/outcomes'
import { approvalsOf } from '../words/verdicts'
import styles from './decided.module.css'

const DECIDED_BY: Record<RequestRow['status'], string> = {
  pending: 'Approved by',
  approved: 'Approved by',
  rejected: 'Rejected by',
  returned: 'Sent back by',
  expired: 'Ended by',
  withdrawn: 'Taken back by',
}

/** What became of one request. Unknown ones stand out: somebody has to look. */
export function OutcomeCard({ row }: { row: RequestRow }) {
  const { zone, now } = useClock()
  const me = useMe()
  const words = cardWords(row.status, row.outcome)
  const at = row.decidedAt ?? row.expiresAt
  const isUnknown = words.word === 'Unknown'
  return (
    <article className={cx(styles.outcome, isUnknown && styles.attention)}>
      <header>
        <span className={cx(styles.state, words.tone !== 'plain' && styles[words.tone])}>
          <Icon name={words.icon} />
        </span>
        <div>
          <h2>
            <Link href={`/requests/${row.id}`}>
              {words.word}: <Text value={row.title} />
            </Link>
          </h2>
          <p className={styles.what}>{words.text}</p>
        </div>
        <Time className={parts.hint} iso={at} text={dayOrTime(at, zone, now)} />
      </header>
      <div className={styles.body}>
        {isUnknown ? (
          <div className={parts.row}>
            <Link className={button.btn} href={`/requests/${row.id}`}>
              Look, and say what you found
            </Link>
          </div>
        ) : null}
        <dl className={facts.facts}>
          <div>
            <dt>Asked by</dt>
            <dd>
              <Text value={row.asker.client.name} />
              {row.asker.onBehalfOf === null ? null : (
                <>
                  {' for '}
                  <Text value={row.asker.onBehalfOf.name} />
                </>
              )}
            </dd>
          </div>
          {row.decidedBy === null ? null : (
            <div>
              <dt>{DECIDED_BY[row.status]}</dt>
              <dd>
                {row.decidedBy.id === me.id ? 'You' : <Text value={row.decidedBy.name} />}
                {row.approvals.need > 1 && row.status === 'approved' ? (
                  <span className={facts.sub}>, {approvalsOf(row.approvals.have, row.approvals.need)}</span>
                ) : null}
              </dd>
            </div>
          )}
          {row.outcomeNote === null ? null : (
            <div>
              <dt>What was said</dt>
              <dd>
                <LongText value={row.outcomeNote} limit={240} lines />
              </dd>
            </div>
          )}
        </dl>
      </div>
    </article>
  )
}
