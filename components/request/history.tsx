'use client'
import { useId } from 'react'
import type { HistoryEntry, RequestView } from '@/lib/inbox'
import { useClock, useMe } from '../frame/context'
import { LongText, Text } from '../parts/text'
import { Time } from '../when/time'
import { dayOrTime } from '../when/zoned'
import { historyWords } from '../words/history'
import styles from './history.module.css'

const LONG = 400

/** What happened, oldest first. */
export function History({ view, level }: { view: RequestView; level: 2 | 3 }) {
  const id = useId()
  const { zone, now } = useClock()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>History</Heading>
      <ol className={styles.line}>
        {view.history.map((entry) => (
          <li key={entry.n} className={dotOf(entry)}>
            <Time iso={entry.at} text={dayOrTime(entry.at, zone, now)} />
            <div>
              <Actor entry={entry} />
              {historyWords(entry)}
              {entry.kind === 'request.proposed' && view.asker.onBehalfOf !== null ? (
                <>
                  , on behalf of <Text value={view.asker.onBehalfOf.name} />
                </>
              ) : null}
              {entry.people === undefined ? null : <People view={view} ids={entry.people} />}
              <Note entry={entry} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function People({ view, ids }: { view: RequestView; ids: readonly string[] }) {
  return ids.map((id, index) => (
    <span key={id}>
      {index === 0 ? ' ' : index === ids.length - 1 ? ' and ' : ', '}
      <Text value={view.deciders.find((one) => one.id === id)?.name ?? 'someone who is not here any more'} />
    </span>
  ))
}

function Actor({ entry }: { entry: HistoryEntry }) {
  const me = useMe()
  const { actor } = entry
  // What Countersign did by itself is a sentence of its own.
  if (actor === null || entry.kind === 'request.performed') return null
  return (
    <>
      <strong>{actor.kind === 'person' && actor.id === me.id ? 'You' : <Text value={actor.name} />}</strong>{' '}
    </>
  )
}

/** A person's note. What a client wrote is an agent's word: it stands in the agent's frame, never here. */
function Note({ entry }: { entry: HistoryEntry }) {
  if (entry.note === null || entry.actor?.kind === 'client') return null
  return (
    <q>
      <LongText value={entry.note} limit={LONG} />
    </q>
  )
}

function dotOf(entry: HistoryEntry): string | undefined {
  if (entry.verdict === 'approve' || entry.outcome === 'done') return styles.yes
  if (entry.verdict === 'reject' || entry.outcome === 'failed') return styles.no
  return undefined
}
