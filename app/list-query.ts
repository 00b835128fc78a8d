import type { ListQuery } from '@/lib/inbox'
import { KINDS } from '@/lib/request'

type Search = { [name: string]: string | string[] | undefined }

/** Reads a list query from an address. What is not understood is left out; only the first of two values counts. */
export function listQuery(search: Search): ListQuery {
  const view = text(search, 'view')
  const query: ListQuery = { view: view === 'asked' || view === 'decided' ? view : 'mine' }
  for (const name of ['q', 'tool', 'team', 'from', 'cursor'] as const) {
    const value = text(search, name)
    if (value !== '') query[name] = value
  }
  const kind = KINDS.find((known) => known === text(search, 'kind'))
  if (kind !== undefined) query.kind = kind
  if (text(search, 'warned') === '1') query.warned = true
  return query
}

/** One value of an address, `''` where there is none. */
export function text(search: Search, name: string): string {
  const value = search[name]
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 1_000) ?? ''
}
