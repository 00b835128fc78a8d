import type { Person } from '@/lib/policy'
import type { Database } from './database'
import { within } from './within'

/** Of these requests, the ones this person may see, by their eligibility rows; one round trip. */
export async function maySee(
  { prisma }: Database,
  person: Person,
  requests: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await within(prisma, person.org).rows<{ request: string }>`
    SELECT request::text AS request FROM eligibility
    WHERE organization = ${person.org}::text AND person = ${person.id}::text AND request = ANY(${[...requests]}::uuid[])
      AND EXISTS (SELECT FROM members m WHERE m.organization = ${person.org}::text AND m.user_id = ${person.id}::text)`
  return new Set(rows.map(({ request }) => request))
}
