import type { ListPage, ListQuery, RequestView } from '@/lib/inbox'
import { inboxSearch } from './inbox-search'

/** A read that was answered with something other than the data. 401: signed out; 404: not there, or not the reader's. */
export class ReadFailed extends Error {
  constructor(readonly status: number) {
    super(`reading answered ${status}`)
  }
}

/** Reads one page of a list. */
export function fetchInbox(query: ListQuery, signal?: AbortSignal): Promise<ListPage> {
  return read<ListPage>(`/api/inbox${inboxSearch(query)}`, signal)
}

/** Reads a request's page without its confirmation; mints nothing. */
export function fetchRequest(id: string, signal?: AbortSignal): Promise<RequestView> {
  return read<RequestView>(`/api/requests/${encodeURIComponent(id)}`, signal)
}

/** The border: what our own server answers is taken for what it is declared to be. */
async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
    signal: signal ?? null,
  })
  if (!response.ok) throw new ReadFailed(response.status)
  return (await response.json()) as T
}
