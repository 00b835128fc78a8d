import type { ListQuery } from '@/lib/inbox'

/** Writes a list query as the search part of a URL, `''` for the plain inbox; the same query is always the same text. */
export function inboxSearch(query: ListQuery): string {
  const search = new URLSearchParams()
  if (query.view !== 'mine') search.set('view', query.view)
  if (query.q) search.set('q', query.q)
  if (query.tool) search.set('tool', query.tool)
  if (query.team) search.set('team', query.team)
  if (query.from) search.set('from', query.from)
  if (query.kind) search.set('kind', query.kind)
  if (query.warned) search.set('warned', '1')
  if (query.cursor) search.set('cursor', query.cursor)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
