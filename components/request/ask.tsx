'use client'
import type { RequestView } from '@/lib/inbox'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { Ago } from '../when/time'
import { KIND_WORDS } from '../words/kinds'
import styles from './ask.module.css'

/** Who asks, and for what: the title is the largest thing on the page. */
export function Ask({ view, title, summary, id, level }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header className={styles.ask}>
      <p className={styles.by}>
        <span className={cx(parts.kind, styles.kind)}>
          <Icon name={KIND_WORDS[view.kind].icon} /> {KIND_WORDS[view.kind].name}
        </span>
        <span>
          <span className="sr">Asked by </span>
          <AskedBy view={view} />
        </span>
        <Ago iso={view.createdAt} />
      </p>
      <Heading id={id}>
        <Text value={title} />
      </Heading>
      {summary === null ? null : (
        <p className={styles.lead}>
          <Text value={summary} />
        </p>
      )}
    </header>
  )
}

type Props = { view: RequestView; title: string; summary: string | null; id: string; level: 1 | 2 }

function AskedBy({ view: { asker } }: { view: RequestView }) {
  return (
    <>
      <Text value={asker.client.name} />
      {asker.onBehalfOf === null ? null : (
        <>
          {' for '}
          <Text value={asker.onBehalfOf.name} />
        </>
      )}
    </>
  )
}
