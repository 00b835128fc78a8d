import type { DeskQuery } from '@/lib/inbox'

/** Writes a desk's query as an address; the same query is always the same text. */
export function deskAddress({ by, team, kind, tool, cursor }: DeskQuery): string {
  const search = new URLSearchParams()
  if (by !== 'age') search.set('by', by)
  if (team) search.set('team', team)
  if (kind) search.set('kind', kind)
  if (tool) search.set('tool', tool)
  if (cursor) search.set('cursor', cursor)
  const text = search.toString()
  return text === '' ? '/desk' : `/desk?${text}`
}
