import type { Change, Feed } from '@/lib/inbox'

/** Reads what changed since a place; without a place, from now on. */
export type ReadChanges = (place: string | null) => Promise<{ changes: Change[]; place: string }>

/** A running feed. `close` ends it; nobody is called afterwards. */
export type RunningFeed = Feed & { close(): void }

/**
 * Follows what is committed, on every server of this database, by asking for it: a notification in the deciding
 * transaction would make commits wait for each other. It asks only while somebody listens, every `everyMs`.
 *
 * A change is told once to whoever listened when it was committed, and a listener that throws stops nobody else. After a
 * failed read the place is kept, so nothing is skipped.
 */
export function feed(read: ReadChanges, onError: (error: unknown) => void, everyMs = 150): RunningFeed {
  const listeners = new Set<(change: Change) => void>()
  let place: string | null = null
  let timer: NodeJS.Timeout | null = null
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
    try {
      const next = await read(place)
      place = next.place
      for (const change of next.changes) tell(change)
    } catch (error) {
      onError(error)
    }
    if (isClosed || listeners.size === 0) {
      timer = null
      place = null // whoever comes next listens from then on
    } else timer = setTimeout(turn, everyMs)
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      if (timer === null && !isClosed) {
        // holds the place at once, so that nothing between now and the first turn is missed
        timer = setTimeout(() => undefined, 0)
        void turn()
      }
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      listeners.clear()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
