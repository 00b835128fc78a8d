import type { ListQuery } from '@/lib/inbox'
import { inboxSearch } from './inbox-search'

/** Where each answer lies in the cache. The reader's id comes first: nobody is shown what another account read. */
export const keys = {
  everything: (me: string) => [me] as const,
  lists: (me: string) => [me, 'inbox'] as const,
  list: (me: string, query: ListQuery) => [me, 'inbox', inboxSearch(query)] as const,
  request: (me: string, id: string) => [me, 'request', id] as const,
}
