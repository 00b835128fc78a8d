'use client'
import { inboxSearch } from '@/lib/client'
import type { ListPage, ListQuery } from '@/lib/inbox'
import { isNarrowed, LookFurther } from '../inbox/empty'
import { Filters } from '../inbox/filters'
import { Search } from '../inbox/search'
import { Views } from '../inbox/views'
import button from '../parts/button.module.css'
import { Link } from '../parts/link'
import parts from '../parts/parts.module.css'
import { plural } from '../words/plural'
import styles from './decided.module.css'
import { OutcomeCard } from './outcome-card'

/** What is over, latest first, and above all what nobody knows the end of. */
export function DecidedScreen({ page, query }: { page: ListPage; query: ListQuery }) {
  const { attention } = page.counts
  return (
    <main className="main" id="main">
      <div className={styles.page}>
        <header>
          <div>
            <h1>Decided</h1>
            <p className={parts.hint}>
              {attention === 0
                ? 'Every outcome is known'
                : `${plural(attention, 'outcome needs', 'outcomes need')} a look`}
            </p>
          </div>
          <Views counts={page.counts} current={query.view} />
          <div className={styles.end}>
            <div className={styles.search}>
              <Search query={query} />
            </div>
            <Filters page={page} query={query} />
          </div>
        </header>
        {page.rows.length === 0 ? (
          <Nothing query={query} next={page.next} />
        ) : (
          <div className={styles.outcomes}>
            {page.rows.map((row) => (
              <OutcomeCard key={row.id} row={row} />
            ))}
          </div>
        )}
        {page.next === null || page.rows.length === 0 ? null : (
          <div className={parts.row}>
            <Link className={button.btn} href={`/inbox${inboxSearch({ ...query, cursor: page.next })}`}>
              More
            </Link>
          </div>
        )}
      </div>
    </main>
  )
}

function Nothing({ query, next }: { query: ListQuery; next: string | null }) {
  if (next !== null) return <LookFurther query={query} next={next} />
  if (!isNarrowed(query))
    return (
      <div className={styles.nothing}>
        <p>Requests are listed here once they are decided, with what became of them.</p>
      </div>
    )
  return (
    <div className={styles.nothing}>
      <h2>No decided request matches</h2>
      <Link className={button.btn} href="/inbox?view=decided">
        Clear search and filters
      </Link>
    </div>
  )
}
