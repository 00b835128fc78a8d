import type { Client } from 'pg'

/** Everything the database holds about one request. Times are milliseconds since 1970. */
export type Dossier = {
  now: number
  request: {
    org: string
    id: string
    status: string
    outcome: string | null
    note: string | null
    tool: string
    version: string
    inputs: string
    user: string
    fingerprint: string
    client: string
    quorum: number
    one_ends: boolean
    expires: number
    decided: number | null
    by: string | null
    head: string
    events: number
  }
  events: { n: number; kind: string; body: string; head: string; hash: string; at: number }[]
  verdicts: {
    n: number
    person: string
    verdict: string
    digest: string
    answer: string
    note: string | null
    at: number
  }[]
  tokens: {
    kind: string
    by: string | null
    fingerprint: string
    digest: string | null
    expires: number
    used: number | null
  }[]
  people: { person: string; may: boolean; expires: number; closed: number | null }[]
  timers: { what: string; due: number }[]
  outbox: { topic: string; done: boolean; leased: number | null }[]
}

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

/** Rows of one table that belong to the request `q`, as a JSON array. */
const rowsOf = (table: string, columns: string, order: string) =>
  `coalesce((select json_agg(r order by ${order}) from (select ${columns} from ${table} t
     where t.organization = q.organization and t.request = q.id) r), '[]'::json)`

const BATCH = 500

const DOSSIERS = `
  select json_build_object(
    'now', ${ms('now()')},
    'request', json_build_object('org', q.organization, 'id', q.id, 'status', q.status, 'outcome', q.outcome,
      'note', q.outcome_note, 'tool', q.tool, 'version', q.version, 'inputs', q.inputs, 'user', q.bound_user,
      'fingerprint', q.fingerprint, 'client', q.client, 'quorum', q.quorum, 'one_ends', q.one_ends,
      'expires', ${ms('q.expires_at')}, 'decided', ${ms('q.decided_at')}, 'by', q.decided_by,
      'head', encode(q.head, 'hex'), 'events', q.events),
    'events', ${rowsOf('events', `n, kind, body, encode(head, 'hex') as head, encode(hash, 'hex') as hash, ${ms('at')} as at`, 'r.n')},
    'verdicts', ${rowsOf('verdicts', `n, person, verdict, display_digest as digest, answer, note, ${ms('at')} as at`, 'r.n')},
    'tokens', ${rowsOf('tokens', `kind, held_by as by, fingerprint, display_digest as digest, ${ms('expires_at')} as expires, ${ms('used_at')} as used`, 'r.expires')},
    'people', ${rowsOf('eligibility', `person, may_decide as may, ${ms('expires_at')} as expires, ${ms('closed_at')} as closed`, 'r.person')},
    'timers', ${rowsOf('timers', `what, ${ms('due')} as due`, 'r.what')},
    'outbox', ${rowsOf('outbox', `topic, done_at is not null as done, ${ms('locked_until')} as leased`, 'r.topic')}
  ) as dossier
  from requests q where (q.organization, q.id) > ($1, $2::uuid) order by q.organization, q.id limit ${BATCH}`

/** Reads all requests, some at a time, in the order of their keys. */
export async function* dossiers(client: Client): AsyncGenerator<Dossier> {
  let after: [string, string] = ['', '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const { rows } = await client.query<{ dossier: Dossier }>(DOSSIERS, after)
    for (const { dossier } of rows) {
      after = [dossier.request.org, dossier.request.id]
      yield dossier
    }
    if (rows.length < BATCH) return
  }
}

/** What an event says; `body` is the text that was hashed. */
export type Said = {
  kind?: string
  request?: string
  n?: number
  actor?: { kind: string; id: string } | null
  status?: string
  outcome?: string
  verdict?: string
  note?: string
  display_digest?: string
  person?: string
  gained?: string[]
  lost?: string[]
}

export function said(event: { body: string }): Said {
  return JSON.parse(event.body)
}
