import type { EventKind, OrganizationEventKind } from '@/lib/audit'
import type { Person } from '@/lib/policy'
import type { Refusal, Result } from '@/lib/result'

/** Which events. `from` and `until` are instants, ISO 8601; `until` is not in it. */
export type RecordQuery = {
  kind?: EventKind | OrganizationEventKind
  /** The id of a person or a client. */
  actor?: string
  /** The id of a request. */
  request?: string
  from?: string
  until?: string
  /** From the page before; opaque. */
  cursor?: string
}

/** One event: of a request, or of the organization itself (`request` null). Hashes are hex. */
export type RecordEntry = {
  request: { id: string; title: string } | null
  n: number
  kind: string
  at: string
  /** Null where Countersign itself acted. */
  actor: { kind: string; id: string; name: string } | null
  /** The very text that was hashed. */
  body: string
  head: string
  hash: string
}

export type RecordPage = {
  entries: RecordEntry[]
  next: string | null
  /** Who acted, for the filter. */
  actors: { id: string; name: string }[]
  seal: { n: number; at: string; hash: string } | null
  unsealed: number
  events: number
}

/** Something that is not as it was written. `where` is a request's id, `organization`, `seal <n>` or `record`. */
export type Fault = { where: string; message: string }

/** What verifying found; `faults` empty: everything is there, as it was written. Stops at a hundred. */
export type Verified = { faults: Fault[]; requests: number; events: number; seals: number; unsealed: number }

export type RecordRefusal = Refusal<'not_found'>

/** What an admin can do with the record. Everybody else is told that there is nothing here. */
export interface Record {
  page(person: Person, query: RecordQuery): Promise<Result<RecordPage, RecordRefusal>>
  /** Every event that fits, oldest first, in portions. */
  export(person: Person, query: RecordQuery): Result<AsyncIterable<RecordEntry[]>, RecordRefusal>
  verify(person: Person): Promise<Result<Verified, RecordRefusal>>
}
