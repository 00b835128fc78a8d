'use client'
import Link from 'next/link'
import type { RequestRow } from '@/lib/inbox'
import { useClock } from '../frame/context'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import facts from '../request/facts.module.css'
import { Time } from '../when/time'
import { dayOrTime } from '../when/zoned'
import { cardWords } from '../words/outcomes'
import { approvalsOf } from '../words/verdicts'
import styles from './decided.module.css'

/** What became of one request. Unknown ones stand out: somebody has to look. */
export function OutcomeCard({ row }: { row: RequestRow }) {
  const { zone, now } = useClock()
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
            <Link href={`/requests/${row.id}`} prefetch={false}>
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
            <Link className={button.btn} href={`/requests/${row.id}`} prefetch={false}>
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
          <div>
            <dt>Approvals</dt>
            <dd>{approvalsOf(row.approvals.have, row.approvals.need)}</dd>
          </div>
        </dl>
      </div>
    </article>
  )
}
