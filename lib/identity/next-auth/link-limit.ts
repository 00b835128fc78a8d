const WINDOW_MS = 600_000
const LINKS_PER_WINDOW = 5
const ADDRESSES_KEPT = 10_000

/**
 * Whether one more link may go to an address: five in ten minutes, so that nobody fills another's mailbox through us.
 * Kept in this process only; several servers allow as many times more.
 */
export function linkLimit(now: () => number = Date.now): (address: string) => boolean {
  const sent = new Map<string, number[]>()
  return (address) => {
    const recent = (sent.get(address) ?? []).filter((at) => at > now() - WINDOW_MS)
    if (recent.length >= LINKS_PER_WINDOW) return false
    sent.delete(address)
    sent.set(address, [...recent, now()])
    for (const oldest of sent.keys()) {
      if (sent.size <= ADDRESSES_KEPT) break
      sent.delete(oldest)
    }
    return true
  }
}
