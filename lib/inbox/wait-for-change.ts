import type { Client } from '@/lib/policy'
import { type Result, refuse, yes } from '@/lib/result'
import type { ClientView, InboxRefusal } from './inbox'
import type { Ports } from './ports'

type Wait = { waitMs: number; events: number | null; signal: AbortSignal }

/** The longest wait, in milliseconds. */
const LONGEST_WAIT_MS = 60_000

/**
 * Reads a request, waiting while there is nothing new. A change is only a hint to read again, so one that comes between
 * the read and the wait is not lost: listening starts first.
 */
export async function waitForChange(
  ports: Ports,
  client: Client,
  request: string,
  wait: Wait,
): Promise<Result<ClientView, InboxRefusal>> {
  if (!client.scopes.includes('read')) return refuse('scope_missing')
  const deadline = AbortSignal.any([wait.signal, AbortSignal.timeout(Math.min(wait.waitMs, LONGEST_WAIT_MS))])
  let wake = () => {}
  let changed = false
  const stop = ports.feed.subscribe((change) => {
    if (change.org !== client.org || change.request !== request) return
    changed = true
    wake()
  })
  deadline.addEventListener('abort', () => wake())
  try {
    for (;;) {
      changed = false
      const view = await ports.store.clientView(client, request)
      if (view === null) return refuse('not_found')
      const isNew = wait.events === null ? view.status !== 'pending' : view.events > wait.events
      if (isNew || deadline.aborted) return yes(view)
      if (!changed)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (changed || deadline.aborted) resolve()
        })
    }
  } finally {
    stop()
  }
}
