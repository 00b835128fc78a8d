import type { ProposalContext, ProposalRow, Store } from '@/lib/inbox'
import type { Person, Role } from '@/lib/policy'
import type { Database } from './database'
import { within } from './within'

type PersonRow = { id: string; name: string; role: Role; email: string }
type ContextRow = { policy: unknown; people: PersonRow[]; replay: ProposalContext['replay'] }

/** What proposing reads and writes. */
export function proposals({ prisma }: Database): Pick<Store, 'proposalContext' | 'propose'> {
  return {
    async proposalContext(q) {
      const [row] = await within(prisma, q.org).rows<ContextRow>`
        WITH own AS (
          SELECT p.policy FROM policies p
          WHERE p.organization = ${q.org}::text AND p.kind = ${q.kind}::text AND p.subject = ${q.subject}::text
        ), wanted AS (
          SELECT unnest(${[...q.people]}::text[]) AS id
          UNION SELECT jsonb_array_elements_text(policy->'who'->'people') FROM own WHERE policy->'who'->>'kind' = 'people'
          UNION SELECT u.id FROM users u WHERE u.id = ${q.onBehalfOf}::text OR u.email = lower(${q.onBehalfOf}::text)
        )
        SELECT (SELECT policy FROM own) AS policy,
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'role', m.role, 'email', u.email))
            FROM wanted w JOIN members m ON m.organization = ${q.org}::text AND m.user_id = w.id JOIN users u ON u.id = m.user_id),
            '[]'::jsonb) AS people,
          (SELECT jsonb_build_object('answer', i.answer, 'bodyHash', i.body_hash) FROM idempotency i
            WHERE i.organization = ${q.org}::text AND i.client = ${q.client}::text AND i.route = 'propose'
              AND i.key = ${q.key}::text AND i.at > app_now() - interval '24 hours') AS replay`
      if (row === undefined) throw new Error('a select without from answers one row')
      const person = ({ id, name, role }: PersonRow): Person => ({ kind: 'person', id, org: q.org, name, role })
      const asked = q.onBehalfOf?.toLowerCase()
      const meant = row.people.find(({ id, email }) => id === q.onBehalfOf || email === asked)
      return {
        policy: row.policy,
        onBehalfOf: meant === undefined ? null : person(meant),
        people: row.people.map(person),
        replay: row.replay,
      }
    },

    async propose(row: ProposalRow) {
      const people = row.standings.map((standing) => standing.person)
      const may = row.standings.map((standing) => standing.mayDecide)
      const why = row.standings.map((standing) => standing.why)
      const [result] = await within(prisma, row.org).call<Awaited<ReturnType<Store['propose']>>>`
        SELECT code, answer FROM propose_request(${row.org}::text, ${row.id}::uuid, ${JSON.stringify(row.call)}::jsonb,
          ${row.lifetimeMs}::bigint, ${people}::text[], ${may}::boolean[], ${why}::text[], ${JSON.stringify(row.event)}::jsonb,
          ${JSON.stringify(row.answer)}::jsonb, ${row.idempotency?.key ?? null}::text, ${row.idempotency?.bodyHash ?? null}::text)`
      if (result === undefined) throw new Error('propose_request answers one row')
      return result
    },
  }
}
