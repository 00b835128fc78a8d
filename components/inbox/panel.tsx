'use client'
import type { ListCounts, ListQuery } from '@/lib/inbox'
import type { RequestActions } from '../actions'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
import sheet from '../request/sheet.module.css'
import { AllDecided, ChooseOne, isNarrowed } from './empty'
import styles from './inbox.module.css'
import { LazyRefused, LazySheet, OnItsOwnPage, useSheetIsGone } from './lazy-sheet'
import type { Selection } from './use-selection'

type Props = { selection: Selection; counts: ListCounts; isEmpty: boolean; query: ListQuery; actions: RequestActions }

/** The selected request, beside the list where there is room. */
export function Panel({ selection: { selected, select }, counts, isEmpty, query, actions }: Props) {
  const isGone = useSheetIsGone()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={cx(styles.detail, sheet.request)} aria-label="Selected request" tabIndex={0}>
      {selected === null ? (
        isEmpty && query.view === 'mine' && !isNarrowed(query) ? (
          <AllDecided counts={counts} />
        ) : (
          <ChooseOne />
        )
      ) : isGone ? (
        <OnItsOwnPage id={selected.id} />
      ) : selected.opened !== null ? (
        <LazySheet key={selected.id} view={selected.opened.view} opened={selected.opened} actions={actions} level={2} />
      ) : (
        <div className={sheet.sheet} role="status">
          {selected.fault === null ? (
            <p className={parts.hint}>Looking it up, as it is now…</p>
          ) : (
            <LazyRefused code={selected.fault} level={2} again={() => select(selected.id)} opening />
          )}
        </div>
      )}
    </section>
  )
}
