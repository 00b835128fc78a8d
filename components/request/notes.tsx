'use client'
import type { RequestView } from '@/lib/inbox'
import { useClock } from '../frame/context'
import { Link } from '../parts/link'
import { Text } from '../parts/text'
import { ago } from '../when/spans'
import styles from './notes.module.css'

/**
 * What Countersign itself has to add. It stands outside the confirmation: these things move while a token lives, and a
 * token must not fall with them.
 */
export function Notes({ view }: { view: RequestView }) {
  const { now } = useClock()
  if (view.sameCall.length === 0 && view.replaces === null && view.replacedBy === null) return null
  return (
    <section className={styles.notes} aria-label="Notes">
      {view.sameCall.map((other) => (
        <p key={other.id}>
          The same call is pending as{' '}
          <Link href={`/requests/${other.id}`}>
            <Text value={other.title} />
          </Link>
          , asked {ago(other.createdAt, now)}. Approving both does it twice.
        </p>
      ))}
      {view.replacedBy === null ? null : (
        <p>
          A <Link href={`/requests/${view.replacedBy}`}>newer request</Link> replaces this one.
        </p>
      )}
      {view.replaces === null ? null : (
        <p>
          This replaces <Link href={`/requests/${view.replaces}`}>an earlier request</Link>.
        </p>
      )}
    </section>
  )
}
