'use client'
import { useId } from 'react'
import type { CommandQuestion } from '@/lib/command'
import { Icon } from '../parts/icon'
import { Text } from '../parts/text'
import styles from './full-access.module.css'

/** Says, as nothing else in the product looks, that nothing contains this run, and what that takes away. */
export function FullAccessBand({ question }: { question: CommandQuestion }) {
  const id = useId()
  const { full_access, run_as, host } = question
  return (
    <section className={styles.band} aria-labelledby={id}>
      <div className={styles.in}>
        <Icon name="unlocked" />
        <div>
          <h2 id={id}>
            {full_access ? 'Full access: this runs outside the sandbox' : 'Full access: this host has no sandbox'}
          </h2>
          <p>
            {run_as === null ? 'On ' : 'As '}
            {run_as === null ? null : (
              <>
                <strong>
                  <Text value={run_as} />
                </strong>{' '}
                on{' '}
              </>
            )}
            <strong>
              <Text value={host} />
            </strong>
            . It can read, change and delete every file of that user, reach the network, and do whatever else that user
            can. Nothing undoes it.
          </p>
        </div>
      </div>
    </section>
  )
}
