import type { ChainEnd, EventRow } from '@/lib/audit'
import type { RecordEntry, RecordPage, RecordQuery } from './record'

/** A request's events, and the end that its row knows; null: there is no such row. */
export type Chain = { request: string; end: ChainEnd | null; events: EventRow[] }

/** A batch of the sealer. `heads`: of each chain that it seals, the newest event: request (null: the organization), n, hash in hex. */
export type Seal = EventRow & { events: number; heads: [string | null, number, string][] | null }

/** What the record needs of a store: reads, each of one moment. */
export interface RecordStore {
  page(org: string, query: RecordQuery): Promise<RecordPage>
  /** The oldest first, all of one moment however long reading takes. */
  portions(org: string, query: RecordQuery): AsyncIterable<RecordEntry[]>
  /** Chains of requests by their ids, those without a row too. */
  chains(org: string): AsyncIterable<Chain[]>
  organizationChain(org: string): AsyncIterable<EventRow[]>
  organizationEnd(org: string): Promise<ChainEnd>
  seals(org: string): AsyncIterable<Seal[]>
  /** Those of these heads that no event has. */
  unmatched(org: string, heads: readonly [string | null, number, string][]): Promise<[string | null, number, string][]>
  counts(org: string): Promise<{ events: number; sealed: number; unsealed: number }>
}
