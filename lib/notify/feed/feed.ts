import type { Change, Feed } from '@/lib/inbox'

/** Reads what changed since a place; without a place, from now on. */
export type ReadChanges = (place: string | null) => Promise<{ changes: Change[]; place: string }>

/** A running feed. `close` ends it; nobody is called afterwards. */
export type RunningFeed = Feed & { close(): void }

/** While nobody listens, the place is kept fresh by asking this often. */
const IDLE_MS = 1_000

/**
 * Follows what is committed, on every server of this database, by asking for it: a notification in the deciding
 * transaction would make commits wait for each other. It asks every `everyMs` while somebody listens and once a second
 * otherwise, so that the place is always one of before a listener came: whatever is committed after `subscribe` is told.
 *
 * A listener may hear of a change from up to a second before it came; one that throws stops nobody else. After a failed
 * read the place is kept, so nothing is skipped, and it asks again a second later.
 */
export function feed(read: ReadChanges, onError: (error: unknown) => void, everyMs = 150): RunningFeed {
  const listeners = new Set<(change: Change) => void>()
  let place: string | null = null
  let timer: NodeJS.Timeout | undefined
  let isReading = false
  let isClosed = false

  const tell = (change: Change) => {
    for (const listener of [...listeners])
      try {
        listener(change)
      } catch (error) {
        onError(error)
      }
  }
  const turn = async () => {
    isReading = true
    let isAway = false
    try {
      const next = await read(place)
      place = next.place
      for (const change of next.changes) tell(change)
    } catch (error) {
      isAway = true
      if (!isClosed) onError(error)
    }
    isReading = false
    if (!isClosed) timer = setTimeout(turn, isAway || listeners.size === 0 ? IDLE_MS : everyMs).unref()
  }
  void turn()
  return {
    subscribe(listener) {
      listeners.add(listener)
      if (!isReading && !isClosed) {
        clearTimeout(timer)
        timer = setTimeout(turn, everyMs).unref()
      }
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      listeners.clear()
      clearTimeout(timer)
    },
  }
}
