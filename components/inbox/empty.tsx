'use client'
import { inboxSearch } from '@/lib/client'
import type { ListCounts, ListPage, ListQuery } from '@/lib/inbox'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import { Link } from '../parts/link'
import { Mark } from '../parts/mark'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { plural } from '../words/plural'
import styles from './empty.module.css'

/** Nothing in the list: because nothing waits, or because nothing matches. */
export function EmptyList({ page, query }: { page: Pick<ListPage, 'counts' | 'next'>; query: ListQuery }) {
  const { counts, next } = page
  if (next !== null) return <LookFurther query={query} next={next} />
  if (!isNarrowed(query))
    return (
      <div className={cx(styles.nothing, styles.inList, styles.quiet)}>
        <p>
          {query.view === 'asked'
            ? 'Requests that software makes on your behalf will be listed here while others decide.'
            : 'Requests that need you will be listed here, soonest expiry first.'}
        </p>
      </div>
    )
  const all = query.view === 'asked' ? counts.asked : counts.mine
  return (
    <div className={cx(styles.nothing, styles.inList)}>
      <h2>No pending request matches</h2>
      <p>
        Nothing among {all}
        {counts.capped ? ' or more' : ''}
        {query.q ? (
          <>
            {' '}
            has “<Text value={query.q} />” in it
          </>
        ) : (
          ' fits the filters'
        )}
        {query.q && isFiltered(query) ? ' and fits the filters' : ''}.
      </p>
      <div className={parts.row}>
        <Link className={button.btn} href={`/inbox${inboxSearch({ view: query.view })}`}>
          Clear search and filters
        </Link>
      </div>
      {query.q ? (
        <p>
          <Link href={`/inbox${inboxSearch({ view: 'decided', q: query.q })}`}>Search decided requests instead</Link>
        </p>
      ) : null}
    </div>
  )
}

/** So many were looked through that the rest is left for another page. */
export function LookFurther({ query, next }: { query: ListQuery; next: string }) {
  return (
    <div className={cx(styles.nothing, styles.inList)}>
      <h2>Nothing yet</h2>
      <p>The first two thousand from here were looked through, and none matches. There are more.</p>
      <div className={parts.row}>
        <Link className={button.btn} href={`/inbox${inboxSearch({ ...query, cursor: next })}`}>
          Look further
        </Link>{' '}
        <Link className={button.btn} href={`/inbox${inboxSearch({ view: query.view })}`}>
          Clear search and filters
        </Link>
      </div>
    </div>
  )
}

/** Beside an empty inbox: what else could be looked at. */
export function AllDecided({ counts }: { counts: ListCounts }) {
  return (
    <div className={styles.nothing}>
      <Mark className={styles.mark} />
      <h2>All decided</h2>
      <p>Nothing waits for you. New requests appear here by themselves.</p>
      {counts.attention === 0 && counts.asked === 0 ? null : (
        <ul>
          {counts.attention === 0 ? null : (
            <li>
              <Link href="/inbox?view=decided">
                <Icon name="question" /> {plural(counts.attention, 'outcome needs', 'outcomes need')} a look
              </Link>
            </li>
          )}
          {counts.asked === 0 ? null : (
            <li>
              <Link href="/inbox?view=asked">
                <Icon name="pen" /> {plural(counts.asked, 'request of yours waits', 'requests of yours wait')} for
                others
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** Beside a list that nothing has been chosen from. */
export function ChooseOne() {
  return (
    <div className={styles.nothing}>
      <p>
        Choose a request on the left, or press <kbd>j</kbd>. Opening one decides nothing.
      </p>
    </div>
  )
}

export function isNarrowed(query: ListQuery): boolean {
  return Boolean(query.q) || isFiltered(query)
}

function isFiltered({ kind, tool, team, from, warned }: ListQuery): boolean {
  return Boolean(kind || tool || team || from || warned)
}
