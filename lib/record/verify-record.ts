import { type ChainEnd, type EventRow, GENESIS_HEAD, verifyChain } from '@/lib/audit'
import type { Chain, RecordStore } from './ports'
import type { Fault, Verified } from './record'

const MOST_FAULTS = 100

/**
 * Verifies the whole record of an organization: the chain of seals, that every event which a seal names is there with
 * that hash, every request's chain against its row, the organization's own, and that the seals account for all events.
 *
 * Finds a changed, moved, doubled or missing event, a request that is gone with its whole history, and seals cut off the
 * end. What it cannot find: the removal of a request that was never sealed, and a record that somebody with the
 * database's owner login wrote anew from its first event on. Against that, keep an export or a seal's hash elsewhere.
 */
export async function verifyRecord(store: RecordStore, org: string): Promise<Verified> {
  const faults: Fault[] = []
  const found = (where: string, message: string) => {
    if (faults.length < MOST_FAULTS) faults.push({ where, message })
  }
  const counts = await store.counts(org)
  const seals = await verifySeals(store, org, found)
  const requests = await verifyRequests(store, org, found)
  await verifyOrganization(store, org, found)
  if (counts.sealed + counts.unsealed !== counts.events)
    found(
      'record',
      `${counts.events} events are there; the seals account for ${counts.sealed}, and ${counts.unsealed} are not sealed yet`,
    )
  return { faults, requests, events: counts.events, seals, unsealed: counts.unsealed }
}

type Found = (where: string, message: string) => void

async function verifySeals(store: RecordStore, org: string, found: Found): Promise<number> {
  let end: ChainEnd | null = { events: 0, head: GENESIS_HEAD }
  let count = 0
  for await (const seals of store.seals(org)) {
    count += seals.length
    if (end !== null) end = endOf(seals, end, 'seals', found)
    for (const { n, events, heads } of seals) {
      if (heads === null || events < heads.length) found(`seal ${n}`, 'does not say what it seals')
      for (const [request, at] of await store.unmatched(org, heads ?? []))
        found(request ?? 'organization', `event ${at}, which seal ${n} names, is not there as it was sealed`)
    }
  }
  return count
}

async function verifyRequests(store: RecordStore, org: string, found: Found): Promise<number> {
  let count = 0
  for await (const chains of store.chains(org)) {
    count += chains.length
    for (const { request, end, events } of chains as Chain[]) {
      if (end === null) found(request, 'has events, and the request itself is gone')
      const verified = verifyChain(events, end ?? undefined)
      if (!verified.ok) found(request, sentenceOf(verified.error.at))
    }
  }
  return count
}

async function verifyOrganization(store: RecordStore, org: string, found: Found): Promise<void> {
  // its end first: events that come meanwhile are behind it
  const known = await store.organizationEnd(org)
  let end: ChainEnd | null = { events: 0, head: GENESIS_HEAD }
  for await (const events of store.organizationChain(org)) {
    if (end === null) return
    const upTo: EventRow[] = events.filter(({ n }) => n <= known.events)
    end = endOf(upTo, end, 'organization', found)
  }
  if (end === null) return
  const verified = verifyChain([], known, end)
  if (!verified.ok) found('organization', sentenceOf(verified.error.at))
}

/** Where a part of a chain ends; null where it breaks, which is said. */
function endOf(events: readonly EventRow[], after: ChainEnd, where: string, found: Found): ChainEnd | null {
  const verified = verifyChain(events, undefined, after)
  if (verified.ok) return verified.value
  found(where, sentenceOf(verified.error.at))
  return null
}

/** A place in a chain as people count: from one. */
function sentenceOf(at: { path: string; message: string }[]): string {
  return at
    .map(({ path, message }) => {
      const index = /^\$\[(\d+)\]/.exec(path)?.[1]
      return index === undefined ? message : `event ${Number(index) + 1} ${message}`
    })
    .join('; ')
}
