'use client'
import { useState } from 'react'
import type { ListPage, RequestRow } from '@/lib/inbox'

type Shown = { page: ListPage; ids: string[]; dismissed: ReadonlySet<string> }

/**
 * Which rows stand where. A row keeps its place until the reader asks: its words follow what is true now, arrivals wait
 * outside the list, and what has gone stays, marked.
 */
export function useShownRows(page: ListPage, live: ListPage) {
  const [shown, setShown] = useState<Shown>(() => startFrom(page))
  // A new page from the server means that the reader asked for it.
  if (shown.page !== page) setShown(startFrom(page))

  const [known, setKnown] = useState(() => new Map(page.rows.map((row) => [row.id, row])))
  const fresh = new Map(live.rows.map((row) => [row.id, row]))
  if (live.rows.some((row) => known.get(row.id) !== row)) setKnown(new Map([...known, ...fresh]))

  const rows = shown.ids.map((id) => fresh.get(id) ?? known.get(id)).filter((row) => row !== undefined)
  const gone = new Set(rows.filter((row) => !fresh.has(row.id) && isWithin(row, live)).map((row) => row.id))
  const arrivals = live.rows.filter((row) => !shown.ids.includes(row.id) && !shown.dismissed.has(row.id))

  return {
    rows,
    gone,
    arrivals,
    showAll: () => setShown({ ...startFrom(live), page }),
    dismiss: () => setShown({ ...shown, dismissed: new Set([...shown.dismissed, ...arrivals.map((row) => row.id)]) }),
  }
}

function startFrom(page: ListPage): Shown {
  return { page, ids: page.rows.map((row) => row.id), dismissed: new Set() }
}

/** Whether a row would be on the page if it still belonged there: many arrivals can push one beyond its end. */
function isWithin(row: RequestRow, page: ListPage): boolean {
  const last = page.rows.at(-1)
  return page.next === null || last === undefined || row.expiresAt < last.expiresAt
}
