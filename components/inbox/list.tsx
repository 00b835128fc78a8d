'use client'
import { inboxSearch } from '@/lib/client'
import type { ListPage, ListQuery, RequestRow } from '@/lib/inbox'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Link } from '../parts/link'
import parts from '../parts/parts.module.css'
import { countWords } from '../words/counts'
import { EmptyList } from './empty'
import { Filters } from './filters'
import styles from './list.module.css'
import { Row } from './row'
import { Search } from './search'
import { Views } from './views'

type Props = {
  page: ListPage
  rows: readonly RequestRow[]
  gone: ReadonlySet<string>
  query: ListQuery
  selected: string | null
  onSelect: (id: string) => void
}

/** What waits, soonest expiry on top. */
export function List({ page, rows, gone, query, selected, onSelect }: Props) {
  return (
    <section className={styles.list} aria-labelledby="inbox-title">
      <header>
        <div className={styles.top}>
          <h1 id="inbox-title">{query.view === 'asked' ? 'I asked' : 'Inbox'}</h1>{' '}
          <span className={cx(parts.hint, styles.count)}>{countWords(page.counts, query)}</span>
        </div>
        <Views counts={page.counts} current={query.view} />
        <Search query={query} />
        <Filters page={page} query={query} />
      </header>
      {rows.length === 0 ? (
        <EmptyList page={page} query={query} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ol className={styles.rows} aria-label="Requests, soonest expiry first" tabIndex={0}>
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} isGone={gone.has(row.id)} isSelected={row.id === selected} onSelect={onSelect} />
            </li>
          ))}
          {page.next === null ? null : (
            <li className={styles.more}>
              <Link className={button.btn} href={`/inbox${inboxSearch({ ...query, cursor: page.next })}`}>
                More
              </Link>
            </li>
          )}
        </ol>
      )}
      <footer className="is-wide-only">
        <span>
          <kbd>j</kbd>
          <kbd>k</kbd> move
        </span>{' '}
        <span>
          <kbd>↵</kbd> open
        </span>{' '}
        <span>
          <kbd>a</kbd>
          <kbd>r</kbd>
          <kbd>x</kbd> to a button
        </span>
      </footer>
    </section>
  )
}
