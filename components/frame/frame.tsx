'use client'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { freshCache } from '@/lib/client'
import { ClockContext, MeContext } from './context'
import { LiveUpdates } from './live-updates'
import type { Me } from './me'

const TICK_MS = 30_000

let browserCache: QueryClient | null = null

/** What every screen of requests stands in: the reader, their zone, a clock that the server set, and live data. */
export function Frame({ me, zone, now, children }: { me: Me; zone: string; now: string; children: ReactNode }) {
  const [cache] = useState(sharedCache)
  return (
    <QueryClientProvider client={cache}>
      <MeContext value={me}>
        <ClockContext value={{ zone, now: useTicking(now) }}>
          <LiveUpdates />
          {children}
        </ClockContext>
      </MeContext>
    </QueryClientProvider>
  )
}

/**
 * The server's time at first paint, so that server and browser draw the same, then moved on by the browser's clock.
 * Only the distance is taken from that clock: one that is wrong does not make the time left wrong.
 */
function useTicking(first: string): string {
  const [passed, setPassed] = useState({ first, ms: 0 })
  useEffect(() => {
    const start = Date.now()
    const timer = setInterval(() => setPassed({ first, ms: Date.now() - start }), TICK_MS)
    return () => clearInterval(timer)
  }, [first])
  return new Date(Date.parse(first) + (passed.first === first ? passed.ms : 0)).toISOString()
}

/** One cache per browser tab, so that moving between pages keeps it; a new one for every page drawn on the server. */
function sharedCache(): QueryClient {
  if (typeof window === 'undefined') return freshCache()
  browserCache ??= freshCache()
  return browserCache
}
