'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { fetchInbox, inboxSearch, keys } from '@/lib/client'
import type { ListPage, ListQuery, Opened } from '@/lib/inbox'
import type { RequestActions } from '../actions'
import { useMe } from '../frame/context'
import { type Packed, unpack } from '../packed'
import { cx } from '../parts/cx'
import { useVerdictKeys } from '../request/use-verdict-keys'
import styles from './inbox.module.css'
import { List } from './list'
import { focusSearch, moveRow } from './move-row'
import { Panel } from './panel'
import { Toast } from './toast'
import { useSelection } from './use-selection'
import { useShownRows } from './use-shown-rows'

type Props = {
  page: Packed<ListPage>
  query: ListQuery
  /** What `?open=` names; `opened` null where the page was not loaded as a document. */
  open: { id: string; opened: Opened | null } | null
  actions: RequestActions
}

/** The list beside the selected request. Everything that narrows the list lives in the URL and works without scripts. */
export function InboxScreen(props: Props) {
  return <Inbox key={inboxSearch(props.query)} {...props} />
}

function Inbox({ page: packed, query, open, actions }: Props) {
  const page = useMemo(() => unpack(packed), [packed])
  const live = useLivePage(page, query)
  const shown = useShownRows(page, live)
  const selection = useSelection(open, actions.openRequest)
  useVerdictKeys({ j: () => moveRow(1), k: () => moveRow(-1), '/': focusSearch })
  const isEmpty = shown.rows.length === 0

  return (
    <main className={cx(styles.inbox, isEmpty && styles.isEmpty)} id="main">
      <List
        page={live}
        rows={shown.rows}
        gone={shown.gone}
        query={query}
        selected={selection.selected?.id ?? null}
        onSelect={selection.select}
      />
      <Panel selection={selection} counts={live.counts} isEmpty={isEmpty} query={query} actions={actions} />
      <Toast arrivals={shown.arrivals} onShow={shown.showAll} onDismiss={shown.dismiss} />
    </main>
  )
}

/** The page as the server drew it, then as it is read again when the change feed says so. */
function useLivePage(page: ListPage, query: ListQuery): ListPage {
  const me = useMe()
  const cache = useQueryClient()
  const search = inboxSearch(query)
  // Before the first reading, so that what lies in the cache from an earlier visit never counts as an arrival.
  useState(() => cache.setQueryData(keys.list(me.id, query), page))
  useEffect(() => {
    cache.setQueryData([...keys.lists(me.id), search], page)
  }, [cache, me.id, search, page])
  const { data } = useQuery({
    queryKey: keys.list(me.id, query),
    queryFn: ({ signal }) => fetchInbox(query, signal),
    initialData: page,
  })
  return data
}
