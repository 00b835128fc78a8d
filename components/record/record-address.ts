import type { EventKind, OrganizationEventKind } from '@/lib/audit'

/** What of the record is asked for, as an address says it; days are `2026-12-31`. */
export type RecordSearch = {
  kind?: EventKind | OrganizationEventKind
  who?: string
  request?: string
  from?: string
  until?: string
  cursor?: string
}

/** Writes it as an address below `path`. */
export function recordAddress(path: string, search: RecordSearch, more: { [name: string]: string } = {}): string {
  const params = new URLSearchParams({ ...search, ...more })
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}
