import { LazyDecided } from '@/components/decided/lazy-decided'
import { InboxScreen } from '@/components/inbox/inbox-screen'
import { pack } from '@/components/packed'
import { inboxSearch } from '@/lib/client'
import { composition, type SignedIn } from '@/lib/server'
import { listQuery, text } from '../list-query'
import { isDocumentLoad, readerOrSignIn } from '../reader'
import { requestActions } from '../request-actions'
import { ReadersShell } from '../shell'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

const PLACES = { mine: 'inbox', asked: 'asked', decided: 'decided' } as const
const TITLES = { mine: 'Inbox · Countersign', asked: 'I asked · Countersign', decided: 'Decided · Countersign' }

export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const query = listQuery(search)
  const me = await readerOrSignIn(`/inbox${inboxSearch(query)}`)
  const [page, open] = await Promise.all([
    composition().inbox.list(me.person, query),
    query.view === 'decided' ? null : opening(me, text(search, 'open')),
  ])
  return (
    <ReadersShell me={me} counts={page.counts} current={PLACES[query.view]}>
      <title>{TITLES[query.view]}</title>
      {query.view === 'decided' ? (
        <LazyDecided page={page} query={query} />
      ) : (
        <InboxScreen page={pack(page)} query={query} open={open} actions={requestActions} />
      )}
    </ReadersShell>
  )
}

/** What the side panel shows; on anything but a document load the browser opens it itself, once. */
async function opening(me: SignedIn, id: string) {
  if (id === '') return null
  if (!(await isDocumentLoad())) return { id, opened: null }
  const opened = await composition().inbox.open(me.person, id)
  return { id, opened: opened.ok ? opened.value : null }
}
