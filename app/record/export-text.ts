import type { RecordEntry } from '@/lib/record'

const COLUMNS = [
  'at',
  'kind',
  'request',
  'title',
  'n',
  'actor_kind',
  'actor',
  'actor_name',
  'body',
  'head',
  'hash',
] as const

/** The first line of a CSV export (RFC 4180). */
export const csvHead = `${COLUMNS.join(',')}\r\n`

/** Events as lines of CSV. A cell that a spreadsheet would run as a formula starts with an apostrophe; JSONL is exact. */
export function csvRows(entries: readonly RecordEntry[]): string {
  return entries.map((entry) => `${cellsOf(entry).map(cell).join(',')}\r\n`).join('')
}

/** Events as lines of JSON; `body` is the text that was hashed, to the byte. */
export function jsonLines(entries: readonly RecordEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

function cellsOf({ at, kind, request, n, actor, body, head, hash }: RecordEntry): string[] {
  return [
    at,
    kind,
    request?.id ?? '',
    request?.title ?? '',
    String(n),
    actor?.kind ?? '',
    actor?.id ?? '',
    actor?.name ?? '',
    body,
    head,
    hash,
  ]
}

function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
