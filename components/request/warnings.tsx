'use client'
import { useId } from 'react'
import type { Warning } from '@/lib/confirmation'
import { Icon } from '../parts/icon'
import { Text } from '../parts/text'
import { plural } from '../words/plural'
import styles from './warnings.module.css'

/** What the tool noticed, numbered, before everything that decides. */
export function Warnings({ warnings, level }: { warnings: readonly Warning[]; level: 2 | 3 }) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  if (warnings.length === 0) return null
  return (
    <section className={styles.warnings} aria-labelledby={id}>
      <Heading id={id} className={styles.head}>
        <Icon name="alert" /> {plural(warnings.length, 'warning')}
      </Heading>
      <ol>
        {warnings.map((warning, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is frozen, and two findings may read the same
          <li key={index}>
            <span className={styles.n} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <strong>
                <Text value={warning.finding} />
              </strong>
              {warning.detail === undefined ? null : (
                <p>
                  <Text value={warning.detail} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
