'use client'
import { useId } from 'react'
import type { Detail } from '@/lib/confirmation'
import { LongText, Text } from '../parts/text'
import styles from './facts.module.css'

type Props = {
  details: readonly Detail[]
  heading: string
  /** A value longer than this is folded; Infinity where all of it must be in sight before approving. */
  limit: number
  level: 2 | 3
}

/** What will be written, label by label; where something is replaced, what stands there before. */
export function Facts({ details, heading, limit, level }: Props) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  if (details.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{heading}</Heading>
      <dl className={styles.facts}>
        {details.map((detail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is frozen, and two labels may read the same
          <div key={index}>
            <dt>
              <Text value={detail.label} />
            </dt>
            <dd className={detail.note === undefined ? undefined : styles.noted}>
              <div>
                {detail.before === undefined ? null : (
                  <>
                    <span className={styles.moved}>
                      <span className="sr">before: </span>
                      <Text value={detail.before} /> <span aria-hidden="true">→</span>
                      <span className="sr">, after: </span>
                    </span>{' '}
                  </>
                )}
                <LongText value={detail.value} limit={limit} lines />
              </div>
              {detail.note === undefined ? null : (
                <span className={styles.sub}>
                  <Text value={detail.note} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
