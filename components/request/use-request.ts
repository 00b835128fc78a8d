'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchRequest, keys } from '@/lib/client'
import type { Confirmation } from '@/lib/confirmation'
import type { Opened, RequestView } from '@/lib/inbox'
import type { RequestActions, ScreenRefusal } from '../actions'
import { useMe } from '../frame/context'
import { faultOf } from './fault-of'

/** What this reader saw before the opening that is shown now. */
export type Before = { confirmation: Confirmation; shownAt: string }

type Frozen = {
  opened: Opened | null
  before: Before | null
  /** The last event that the reader has seen. */
  seen: number
  fault: ScreenRefusal['code'] | 'offline' | 'updated' | null
  busy: boolean
}

/**
 * One request on screen: the opening, frozen, beside what is true now.
 *
 * The first opening is kept for as long as the component lives (its key is the request's id): later props, refreshes
 * and refetches never replace what a token stands for, only `reopen` does, because somebody asked. Where the page came
 * without an opening (moving inside the app), it is asked for once.
 */
export function useRequest(given: RequestView, first: Opened | null, openRequest: RequestActions['openRequest']) {
  const cache = useQueryClient()
  const me = useMe()
  const shown = first?.view ?? given
  const [frozen, setFrozen] = useState<Frozen>({
    opened: first,
    before: null,
    seen: lastEvent(shown),
    fault: null,
    busy: first === null,
  })
  const { data: live } = useQuery({
    queryKey: keys.request(me.id, given.id),
    queryFn: ({ signal }) => fetchRequest(given.id, signal),
    initialData: shown,
  })

  const reopen = useCallback(async () => {
    setFrozen((was) => ({ ...was, busy: true, fault: null }))
    try {
      const answer = await openRequest(given.id)
      if (!answer.ok) return setFrozen((was) => ({ ...was, busy: false, fault: answer.error.code }))
      const opened = answer.value
      cache.setQueryData(keys.request(me.id, given.id), opened.view)
      setFrozen((was) => ({
        opened,
        before: beforeOf(was),
        seen: lastEvent(opened.view),
        fault: null,
        busy: false,
      }))
    } catch (error) {
      setFrozen((was) => ({ ...was, busy: false, fault: faultOf(error) }))
    }
  }, [cache, given.id, me.id, openRequest])

  const asked = useRef(false)
  useEffect(() => {
    if (first !== null || asked.current) return
    asked.current = true
    void reopen()
  }, [first, reopen])

  /** Reads what is true now and counts it as seen: it is the reader's own doing. */
  const catchUp = useCallback(() => {
    const queryKey = keys.request(me.id, given.id)
    cache.fetchQuery({ queryKey, queryFn: () => fetchRequest(given.id), staleTime: 0 }).then(
      (now) => setFrozen((was) => ({ ...was, seen: lastEvent(now) })),
      // The cache keeps the error. What was decided stands all the same, and the change feed has it read again.
      () => {},
    )
    void cache.invalidateQueries({ queryKey: keys.lists(me.id) })
  }, [cache, given.id, me.id])

  const news = live.status === 'pending' && frozen.opened !== null && lastEvent(live) > frozen.seen
  return { ...frozen, live, news, reopen, catchUp }
}

/** Events are numbered; a long history is cut at its beginning, so its length says nothing. */
function lastEvent(view: RequestView): number {
  return view.history.at(-1)?.n ?? 0
}

function beforeOf({ opened, before }: Frozen): Before | null {
  return opened?.confirmation ? { confirmation: opened.confirmation, shownAt: opened.shownAt } : before
}
