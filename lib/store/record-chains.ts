import type { EventRow } from '@/lib/audit'
import type { Chain, Seal } from '@/lib/record'

/** A request's chain as one row. `events`: n, body, and the hashes before and after it in hex. */
export type ChainRow = {
  request: string
  count: number | null
  head: Uint8Array | null
  events: [number, string, string, string][]
}

/** A chain as it is verified; without an end where its request has no row. */
export function toChain({ request, count, head, events }: ChainRow): Chain {
  return {
    request,
    end: count === null || head === null ? null : { events: count, head },
    events: events.map(([n, body, before, hash]) => ({ n, body, head: bytes(before), hash: bytes(hash) })),
  }
}

/** A seal as it is verified. */
export function toSeal(row: EventRow & { events: number }): Seal {
  return { ...row, heads: headsOf(row.body) }
}

/** What a seal's text names; null where it is no such text, which is a fault to be said and not to be thrown. */
function headsOf(body: string): Seal['heads'] {
  try {
    const { heads } = JSON.parse(body) as { heads?: unknown }
    return Array.isArray(heads) && heads.every(isHead) ? heads : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isHead(value: unknown): value is [string | null, number, string] {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [request, n, hash] = value
  return (request === null || UUID.test(String(request))) && Number.isInteger(n) && typeof hash === 'string'
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}
