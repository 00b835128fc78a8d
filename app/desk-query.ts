import type { DeskQuery } from '@/lib/inbox'
import { KINDS } from '@/lib/request'
import { text } from './list-query'

/** Reads a desk's query from an address. What is not understood is left out. */
export function deskQuery(search: { [name: string]: string | string[] | undefined }): DeskQuery {
  const query: DeskQuery = { by: text(search, 'by') === 'expiry' ? 'expiry' : 'age' }
  for (const name of ['team', 'tool', 'cursor'] as const) {
    const value = text(search, name)
    if (value !== '') query[name] = value
  }
  const kind = KINDS.find((known) => known === text(search, 'kind'))
  return kind === undefined ? query : { ...query, kind }
}
