import type { Person } from '@/lib/policy'
import { refuse, yes } from '@/lib/result'
import type { RecordStore } from './ports'
import type { Record } from './record'
import { verifyRecord } from './verify-record'

/** Ties the record to a store. A person's role is what the database said when this request began. */
export function makeRecord(store: RecordStore): Record {
  const mayRead = (person: Person) => person.role === 'admin'
  return {
    page: async (person, query) =>
      mayRead(person) ? yes(await store.page(person.org, query)) : refuse('not_found' as const),
    export: (person, query) =>
      mayRead(person) ? yes(store.portions(person.org, query)) : refuse('not_found' as const),
    verify: async (person) =>
      mayRead(person) ? yes(await verifyRecord(store, person.org)) : refuse('not_found' as const),
  }
}
