import type { Client } from '@/lib/policy'

const LIFE_MS = 60_000
const MOST = 10_000

/**
 * Clients by the hashes of their keys, as they were looked up: it saves the look-up where the next statement proves the key
 * anyway. What comes out is marked as unproven, so it lets nobody in by itself.
 */
export function rememberedClients(now: () => number = Date.now) {
  const kept = new Map<string, { client: Client; until: number }>()
  return {
    /** Null: there is no such key (any more). */
    keep(hash: string, client: Client | null): void {
      kept.delete(hash)
      if (client === null) return
      const [oldest] = kept.keys()
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest)
      kept.set(hash, { client: { ...client, unprovenKey: hash }, until: now() + LIFE_MS })
    },
    find(hash: string): Client | null {
      const found = kept.get(hash)
      return found === undefined || found.until <= now() ? null : found.client
    },
  }
}
