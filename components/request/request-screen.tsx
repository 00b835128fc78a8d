'use client'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { fetchInbox, keys } from '@/lib/client'
import type { Opened, RequestView } from '@/lib/inbox'
import type { RequestActions } from '../actions'
import { useMe } from '../frame/context'
import { useHydrated } from '../frame/use-hydrated'
import { Icon } from '../parts/icon'
import { Key } from '../parts/key'
import { Link } from '../parts/link'
import { CopyLink } from './copy-link'
import { RequestSheet } from './sheet'
import styles from './sheet.module.css'
import { useVerdictKeys } from './use-verdict-keys'

type Props = { view: RequestView; opened: Opened | null; actions: RequestActions }

/** One request on a page of its own. */
export function RequestScreen({ view, opened, actions }: Props) {
  const me = useMe()
  const { data: mine } = useQuery({
    queryKey: keys.list(me.id, { view: 'mine' }),
    queryFn: ({ signal }) => fetchInbox({ view: 'mine' }, signal),
  })
  const rows = mine?.rows ?? []
  const at = rows.findIndex((row) => row.id === view.id)
  const next = rows[at + 1]
  const previous = at > 0 ? rows[at - 1] : undefined
  const nextLink = useRef<HTMLAnchorElement>(null)
  const previousLink = useRef<HTMLAnchorElement>(null)
  const hydrated = useHydrated()
  useVerdictKeys({ j: () => nextLink.current?.click(), k: () => previousLink.current?.click() })

  return (
    <main className={`main ${styles.request}`} id="main">
      <div className="topbar">
        <Link href="/inbox">
          <Icon name="back" /> Inbox
        </Link>{' '}
        {at >= 0 && mine !== undefined ? (
          <span className="wide">
            {at + 1} of {mine.counts.pending}
            {mine.counts.capped ? ' or more' : ''}
          </span>
        ) : null}
        <span className="end">
          <span className="keys">
            {next === undefined ? null : (
              <Link ref={nextLink} href={`/requests/${next.id}`}>
                <Key name="j" /> next
              </Link>
            )}
            {previous === undefined ? null : (
              <Link ref={previousLink} href={`/requests/${previous.id}`}>
                <Key name="k" /> previous
              </Link>
            )}
          </span>
          {hydrated ? <CopyLink id={view.id} /> : null}
        </span>
      </div>
      <RequestSheet key={view.id} view={view} opened={opened} actions={actions} level={1} />
    </main>
  )
}
