import { invariant } from '@/lib/result'
import { defineTool, type Sql, type Tool } from '@/lib/tools'
import { whoMay } from './who-may'

type Inputs = { place: string; subject: string; message: string }

/** What is posted. */
export type Announcement = { org: string; place: string; subject: string; message: string }

const ID = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' }

/** The service keeps text in a database that takes no U+0000. */
const TEXT = { type: 'string', minLength: 1, pattern: '^[^\\u0000]*$' }

/**
 * Sends a message to everyone at a place, through a service elsewhere: `url` takes a POST with an Idempotency-Key and
 * does one thing per key, so it may be asked again after a failure.
 */
export function announce({ url }: { url: string }): Tool {
  return defineTool<Inputs>({
    name: 'announce',
    version: '1',
    label: 'Send an announcement',
    inputs: {
      type: 'object',
      properties: {
        place: ID,
        subject: { ...TEXT, maxLength: 80 },
        message: { ...TEXT, maxLength: 2000 },
      },
      required: ['place', 'subject', 'message'],
      additionalProperties: false,
    },
    policy: { who: { kind: 'proposed_for' } },
    authorize: (call, principals, sql) => whoMay(sql, call, principals, { condition: 'true', values: [] }),

    async describe({ org, inputs }, sql) {
      const [place] = await sql.query<{ name: string; people: number }>(
        `select p.name, (select count(*)::int from staffing.workers w where (w.org, w.place) = (p.org, p.id)) as people
         from staffing.places p where p.org = $1::text and p.id = $2::text`,
        [org, inputs.place],
      )
      invariant(place !== undefined, 'authorize has found the place')
      const people = place.people === 1 ? '1 person' : `${place.people} people`
      return {
        title: `Send an announcement to ${place.name}`,
        summary: `${people} at ${place.name} get this message at once. It cannot be taken back.`,
        details: [
          { label: 'To', value: place.name, note: people },
          { label: 'Subject', value: inputs.subject },
          { label: 'Message', value: inputs.message },
        ],
        warnings: place.people === 0 ? [{ finding: 'Nobody works there: nobody gets it.' }] : [],
      }
    },

    perform: {
      where: 'outside',
      idempotent: true,
      async run({ org, inputs }, { key, signal }) {
        const announcement: Announcement = { org, ...inputs }
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(announcement),
          redirect: 'error',
          signal,
        })
        await answer.body?.cancel()
        if (answer.ok) return { did: true, note: 'The announcement was sent.' }
        // Asking again would not change these; anything else may be better in a moment.
        if (FINAL.has(answer.status)) return { did: false, why: `The service refused it (status ${answer.status}).` }
        throw new Error(`the announcement service answered ${answer.status}`)
      },
    },
  })
}

const FINAL = new Set([400, 401, 403, 404, 405, 410, 413, 415, 422])

/** The other end, for the demo: keeps an announcement once per key. Says whether it was new. */
export async function receiveAnnouncement(sql: Sql, key: string, announcement: Announcement): Promise<boolean> {
  const { org, place, subject, message } = announcement
  const rows = await sql.query(
    `insert into staffing.announcements (key, org, place, subject, message)
     values ($1::text, $2::text, $3::text, $4::text, $5::text) on conflict (key) do nothing returning key`,
    [key, org, place, subject, message],
  )
  return rows.length === 1
}
