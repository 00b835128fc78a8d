import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { type EventRow, eventHash, GENESIS_HEAD } from './event-hash'

/** Where a chain ends: how many events, and the hash of the last (no bytes where there is none). */
export type ChainEnd = { events: number; head: Uint8Array }

/** Where a chain is before its first event. */
const NO_EVENTS: ChainEnd = { events: 0, head: GENESIS_HEAD }

/**
 * `chain_gap`: an event is missing, doubled or out of order; `chain_head`: it does not build on the one before;
 * `chain_hash`: its text is not what was hashed; `chain_end`: the chain is not as long, or does not end, as it should.
 */
export type ChainRefusalCode = 'chain_gap' | 'chain_head' | 'chain_hash' | 'chain_end'

/**
 * Verifies the events of one request, oldest first, and returns where their chain ends.
 *
 * Refuses with the first place where it breaks, as in `$[3].hash`. `expected` is what is known of the end from elsewhere
 * (the request's row, a sealed batch); without it a chain whose last events were cut off verifies. Trusts no hash that
 * it did not make itself. `after`: where a part that was verified before ended, for a chain too long to hold. Linear; compares bytes without leaving off early.
 */
export function verifyChain(
  events: readonly EventRow[],
  expected?: ChainEnd,
  after: ChainEnd = NO_EVENTS,
): Result<ChainEnd, Refusal<ChainRefusalCode>> {
  let head = after.head
  for (const [index, event] of events.entries()) {
    const at = (field: string, message: string) => [{ path: `$[${index}].${field}`, message }]
    const place = after.events + index + 1
    if (event.n !== place) return refuse('chain_gap', at('n', `event ${place} is expected, ${event.n} is here`))
    if (!areSameBytes(event.head, head)) return refuse('chain_head', at('head', 'is not the hash of the event before'))
    head = eventHash(head, event.body)
    if (!areSameBytes(event.hash, head)) return refuse('chain_hash', at('hash', 'is not the hash of this event'))
  }
  const count = after.events + events.length
  if (expected !== undefined && expected.events !== count)
    return refuse('chain_end', [{ path: '$', message: `${expected.events} events are expected, ${count} are here` }])
  if (expected !== undefined && !areSameBytes(expected.head, head))
    return refuse('chain_end', [{ path: '$', message: 'does not end with the expected hash' }])
  return yes({ events: count, head })
}

function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= (one[index] ?? 0) ^ (other[index] ?? 0)
  return difference === 0
}
