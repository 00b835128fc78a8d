import type { ProposalContext, ProposalRow, Store } from '@/lib/inbox'
import { Prisma } from '@/prisma/generated/client'
import type { Database } from './database'
import { type NearRow, nearPerson } from './eligibility'
import { rememberedContexts } from './remembered-contexts'
import { within } from './within'

type ContextRow = Pick<ProposalContext, 'policy' | 'roll' | 'replay' | 'isProven'> & {
  meant: string | null
  people: NearRow[]
}

/** What proposing reads and writes. */
export function proposals({ prisma }: Database): Pick<Store, 'proposalContext' | 'rememberedContext' | 'propose'> {
  const remembered = rememberedContexts()
  return {
    rememberedContext: remembered.find,

    async proposalContext(q) {
      const [row] = await within(prisma, q.org).rows<ContextRow>`
        WITH own AS (
          SELECT p.policy FROM policies p
          WHERE p.organization = ${q.org}::text AND p.kind = ${q.kind}::text AND p.subject = ${q.subject}::text
        ), meant AS (
          SELECT u.id FROM users u JOIN members m ON m.organization = ${q.org}::text AND m.user_id = u.id
          WHERE u.id = ${q.onBehalfOf}::text OR u.email = lower(${q.onBehalfOf}::text)
          ORDER BY u.id = ${q.onBehalfOf}::text DESC LIMIT 1
        )
        SELECT (SELECT policy FROM own) AS policy, (SELECT id FROM meant) AS meant,
          (SELECT o.roll FROM organizations o WHERE o.id = ${q.org}::text) AS roll,
          coalesce((SELECT jsonb_agg(to_jsonb(p)) FROM people_near(${q.org}::text,
            coalesce((SELECT policy FROM own), ${q.policy === null ? null : JSON.stringify(q.policy)}::jsonb)->'who',
            (SELECT id FROM meant)) p), '[]'::jsonb) AS people,
          (SELECT jsonb_build_object('answer', i.answer, 'bodyHash', i.body_hash) FROM idempotency i
            WHERE i.organization = ${q.org}::text AND i.client = ${q.client}::text AND i.route = 'propose'
              AND i.key = ${q.key}::text AND i.at > app_now() - interval '24 hours') AS replay,
          (${q.unprovenKey}::text IS NULL OR key_stands(${q.unprovenKey}::text, ${q.org}::text, ${q.client}::text, 'propose')) AS "isProven"`
      if (row === undefined) throw new Error('a select without from answers one row')
      const people = row.people.map((person) => nearPerson(q.org, person))
      const context = {
        policy: row.policy,
        onBehalfOf: people.find(({ id }) => id === row.meant) ?? null,
        people,
        roll: row.roll,
        replay: row.replay,
        isProven: row.isProven,
        isRemembered: false,
      }
      remembered.keep(q, context)
      return context
    },

    async propose(row: ProposalRow) {
      const people = row.standings.map((standing) => standing.person)
      const may = row.standings.map((standing) => standing.mayDecide)
      const why = row.standings.map((standing) => standing.why)
      const { remembered: held } = row
      const writing =
        held === null
          ? Prisma.sql`propose_request(`
          : Prisma.sql`propose_as_remembered(${held.unprovenKey}::text, ${held.policy === null ? null : JSON.stringify(held.policy)}::jsonb, `
      const [result] = await within(prisma, row.org).call<Awaited<ReturnType<Store['propose']>>>`
        SELECT code, answer FROM ${writing}${row.org}::text, ${row.id}::uuid, ${JSON.stringify(row.call)}::jsonb,
          ${row.lifetimeMs}::bigint, ${people}::text[], ${may}::boolean[], ${why}::text[], ${JSON.stringify(row.event)}::jsonb,
          ${JSON.stringify(row.answer)}::jsonb, ${row.idempotency?.key ?? null}::text, ${row.idempotency?.bodyHash ?? null}::text)`
      if (result === undefined) throw new Error('propose_request answers one row')
      return result
    },
  }
}
