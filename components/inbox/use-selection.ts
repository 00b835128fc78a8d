'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Opened } from '@/lib/inbox'
import type { RequestActions, ScreenRefusal } from '../actions'
import { faultOf } from '../request/fault-of'
import type { BrowserFault } from '../words/refusals'

export type Selected = { id: string; opened: Opened | null; fault: ScreenRefusal['code'] | BrowserFault | null }
export type Selection = { selected: Selected | null; select: (id: string) => void }

/** Which request stands beside the list; kept in the URL as `?open=`, so that loading the page again shows it again. */
export function useSelection(
  first: { id: string; opened: Opened | null } | null,
  openRequest: RequestActions['openRequest'],
) {
  const [selected, setSelected] = useState<Selected | null>(first === null ? null : { ...first, fault: null })
  const wanted = useRef<string | null>(first?.id ?? null)

  const select = useCallback(
    async (id: string) => {
      wanted.current = id
      setSelected({ id, opened: null, fault: null })
      const url = new URL(window.location.href)
      url.searchParams.set('open', id)
      window.history.replaceState(null, '', url)
      const answer = await openRequest(id).catch((error: unknown) => ({
        ok: false as const,
        error: { code: faultOf(error) },
      }))
      // Whoever moves on quickly sees the last one, not whichever answer came last.
      if (wanted.current !== id) return
      setSelected({ id, opened: answer.ok ? answer.value : null, fault: answer.ok ? null : answer.error.code })
    },
    [openRequest],
  )

  const asked = useRef(false)
  useEffect(() => {
    if (first === null || first.opened !== null || asked.current) return
    asked.current = true
    void select(first.id)
  }, [first, select])

  return { selected, select: (id: string) => void select(id) }
}
