'use client'
import type { ListQuery } from '@/lib/inbox'
import { Icon } from '../parts/icon'
import { Key } from '../parts/key'
import styles from './search.module.css'

/** A plain GET form: the search lives in the URL, together with the view and the filters. */
export function Search({ query }: { query: ListQuery }) {
  return (
    <search>
      <form className={styles.search} action="/inbox">
        <label className="sr" htmlFor="q">
          Search requests
        </label>
        <Icon name="search" />
        <input
          type="search"
          id="q"
          name="q"
          defaultValue={query.q ?? ''}
          placeholder="Search people, tools, amounts"
          aria-keyshortcuts="/"
          maxLength={200}
        />
        <Key name="/" />
        {query.view === 'mine' ? null : <input type="hidden" name="view" value={query.view} />}
        {query.tool ? <input type="hidden" name="tool" value={query.tool} /> : null}
        {query.from ? <input type="hidden" name="from" value={query.from} /> : null}
        {query.warned ? <input type="hidden" name="warned" value="1" /> : null}
      </form>
    </search>
  )
}
