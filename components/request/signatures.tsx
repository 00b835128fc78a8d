'use client'
import { useId } from 'react'
import { visibleText } from '@/lib/confirmation'
import type { Named, RequestView } from '@/lib/inbox'
import { useClock, useMe } from '../frame/context'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { Time } from '../when/time'
import { atTime, dayOrTime } from '../when/zoned'
import { listed } from '../words/plural'
import { approvalsOf } from '../words/verdicts'
import styles from './signatures.module.css'

/** One line per approval the policy asks for: signed, with a name and a time, or open, with who may sign it. */
export function Signatures({ view, level }: { view: RequestView; level: 2 | 3 }) {
  const id = useId()
  const { zone, now } = useClock()
  const me = useMe()
  const Heading = level === 2 ? 'h2' : 'h3'
  const signed = view.approvals.filter((approval) => approval.counts)
  const missing = view.status === 'pending' ? Math.max(0, view.quorum - signed.length) : 0
  const nameOf = (person: Named) => (person.id === me.id ? 'You' : visibleText(person.name))
  const free = view.deciders.filter(({ id, mayDecide }) => mayDecide && !signed.some((one) => one.person.id === id))
  const mineFirst = [...free].sort((a, b) => Number(b.isYou) - Number(a.isYou)).map(nameOf)
  const earlier = view.approvals.filter(
    (one) => !one.counts && !signed.some(({ person }) => person.id === one.person.id),
  )

  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{approvalsOf(signed.length, view.quorum)}</Heading>
      <ol className={styles.sign}>
        {signed.map((approval) => (
          <li key={approval.person.id}>
            <Icon name="check" />{' '}
            <strong>{approval.person.id === me.id ? 'You' : <Text value={approval.person.name} />}</strong>{' '}
            <Time iso={approval.at} text={dayOrTime(approval.at, zone, now)} />
          </li>
        ))}
        {Array.from({ length: missing }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: open lines have nothing but their place
          <li key={index} className={styles.open}>
            <span className={styles.x} aria-hidden="true">
              ×
            </span>{' '}
            <span>{index < free.length ? listed(mineFirst, 'or') : 'Nobody can sign now'}</span>{' '}
            <span className={styles.when}>missing</span>
          </li>
        ))}
      </ol>
      {free.length < missing ? (
        <p className={parts.hint}>
          {free.length === 0 ? 'Nobody is left' : `Only ${free.length} of the ${missing} missing can come`}: fewer
          people may decide this than it needs. Unless somebody joins them in time, the answer is no.
        </p>
      ) : null}
      {view.kind === 'gate' && missing > 0 && view.quorum > 1 ? (
        <p className={parts.hint}>{view.quorum === 2 ? 'Both' : 'All of them'} must give the same answer.</p>
      ) : null}
      {view.status === 'pending'
        ? earlier.map((approval) => (
            <p key={`${approval.person.id}${approval.at}`} className={parts.hint}>
              {approval.person.id === me.id ? 'You' : <Text value={approval.person.name} />} approved{' '}
              {approval.displayDigest !== signed.at(-1)?.displayDigest
                ? 'an earlier version'
                : view.kind === 'plan'
                  ? 'other steps'
                  : 'another answer'}{' '}
              at {atTime(approval.at, zone, now)}. That does not count for this one.
            </p>
          ))
        : null}
    </section>
  )
}
