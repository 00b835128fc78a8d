'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges, keys } from '@/lib/client'
import { useMe } from './context'

/** Everything read again: after a silence nobody knows what was missed. */
const CATCH_UP_MS = 30_000

/** Keeps what is on screen true: refetches what the change feed names, and everything now and then while it is silent. */
export function LiveUpdates() {
  const cache = useQueryClient()
  const { id } = useMe()
  useEffect(() => {
    const readAgain = () => void cache.invalidateQueries({ queryKey: keys.everything(id) })
    let poll: ReturnType<typeof setInterval> | undefined
    const stop = followChanges({
      onChange(request) {
        void cache.invalidateQueries({ queryKey: keys.request(id, request) })
        void cache.invalidateQueries({ queryKey: keys.lists(id) })
      },
      onState(isLive) {
        if (isLive) {
          clearInterval(poll)
          poll = undefined
          readAgain()
        } else poll ??= setInterval(readAgain, CATCH_UP_MS)
      },
    })
    return () => {
      clearInterval(poll)
      stop()
    }
  }, [cache, id])
  return null
}
