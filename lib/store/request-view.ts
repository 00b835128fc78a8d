import type { HistoryEntry, RequestView, StepView, Store } from '@/lib/inbox'
import type { ReasonOwed, WhyNot } from '@/lib/policy'
import type { Kind, Outcome, Status, StepOutcome, Verdict } from '@/lib/request'
import type { Database } from './database'
import { storedConfirmation } from './reads'
import { within } from './within'

type NamedRow = { id: string; name: string }
type VerdictRow = {
  n: number
  person: string
  name: string
  verdict: Verdict | 'taken_back'
  note: string | null
  digest: string
  answer: string
  at: string
  counts: boolean
}
type EventRow = {
  n: number
  kind: string
  at: string
  actor: HistoryEntry['actor']
  body: Record<string, unknown>
  names: { [id: string]: string } | null
}

type Row = {
  id: string
  kind: Kind
  status: Status
  outcome: Outcome | null
  outcomeNote: string | null
  outcomeAt: Date | null
  outputTail: string | null
  tool: string
  version: string
  inputs: string
  fingerprint: string
  client: string
  clientName: string
  onBehalfOf: string | null
  onBehalfName: string | null
  agentName: string | null
  agentWords: string | null
  title: string
  described: string
  shown: string | null
  quorum: number
  reasonOwed: ReasonOwed
  policyKind: RequestView['policyNames']['kind']
  policyName: string | null
  replaces: string | null
  replacedBy: string | null
  createdAt: Date
  expiresAt: Date
  decidedAt: Date | null
  decidedBy: NamedRow | null
  deciders: (NamedRow & { mayDecide: boolean; why: WhyNot | null })[]
  verdicts: VerdictRow[]
  events: EventRow[]
  steps: StepView[]
  sameCall: { id: string; title: string; createdAt: string }[]
}

/** No history is drawn longer than this; what is left out is the beginning, and the page says so by the numbers. */
const HISTORY_LIMIT = 300

/** A request's page, in one round trip. */
export function requestView({ prisma }: Database): Pick<Store, 'view'> {
  return {
    async view(person, request) {
      const [row] = await within(prisma, person.org).rows<Row>`
        SELECT q.id::text AS id, q.kind, q.outcome, q.outcome_note AS "outcomeNote", q.outcome_at AS "outcomeAt", q.output_tail AS "outputTail",
          CASE WHEN q.status = 'pending' AND q.expires_at <= app_now() THEN 'expired' ELSE q.status END AS status,
          q.tool, q.version, q.inputs, q.fingerprint, q.client, coalesce(c.name, q.client) AS "clientName",
          q.on_behalf_of AS "onBehalfOf", b.name AS "onBehalfName", q.agent_name AS "agentName", q.agent_words AS "agentWords",
          q.title, q.described, q.quorum, coalesce(q.policy->>'reasonOwed', 'to_refuse') AS "reasonOwed", q.policy->'who'->>'kind' AS "policyKind",
          coalesce(q.policy->'who'->>'role', (SELECT g.name FROM teams g WHERE g.organization = q.organization
            AND g.id = q.policy->'who'->>'team'), q.policy->'who'->>'team') AS "policyName", (SELECT z.request::text FROM eligibility z WHERE z.organization = q.organization
            AND z.request = q.replaces AND z.person = ${person.id}::text) AS replaces, q.created_at AS "createdAt", q.expires_at AS "expiresAt",
          q.decided_at AS "decidedAt", CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'name', d.name) END AS "decidedBy",
          (SELECT v.shown FROM verdicts v WHERE v.organization = q.organization AND v.request = q.id AND v.verdict = 'approve'
            ORDER BY v.n DESC LIMIT 1) AS shown,
          (SELECT r.id::text FROM requests r
            JOIN eligibility z ON z.organization = r.organization AND z.request = r.id AND z.person = ${person.id}::text
            WHERE r.organization = q.organization AND r.replaces = q.id AND r.client = q.client
            ORDER BY r.id DESC LIMIT 1) AS "replacedBy",
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', x.person, 'name', u.name, 'mayDecide', x.may_decide, 'why', x.why)
              ORDER BY x.may_decide DESC, u.name)
            FROM eligibility x JOIN users u ON u.id = x.person WHERE x.organization = q.organization AND x.request = q.id), '[]') AS deciders,
          coalesce((SELECT jsonb_agg(jsonb_build_object('n', v.n, 'person', v.person, 'name', u.name, 'verdict', v.verdict,
              'note', v.note, 'digest', v.display_digest, 'answer', v.answer, 'at', iso(v.at),
              'counts', s.n IS NOT NULL) ORDER BY v.n)
            FROM verdicts v JOIN users u ON u.id = v.person
            LEFT JOIN standing_approvals(q.organization, q.id) s ON s.n = v.n
            WHERE v.organization = q.organization AND v.request = q.id), '[]') AS verdicts,
          coalesce((SELECT jsonb_agg(jsonb_build_object('n', h.n, 'kind', h.kind, 'at', iso(h.at), 'body', h.body,
              'names', CASE WHEN h.kind IN ('request.deciders', 'request.taken_back') THEN (SELECT jsonb_object_agg(hp.id, hp.name) FROM users hp
                WHERE hp.id = h.body->>'person' OR h.body->'gained' ? hp.id OR h.body->'lost' ? hp.id) END,
              'actor', CASE WHEN h.body->'actor'->>'id' IS NULL THEN NULL ELSE jsonb_build_object('kind', h.body->'actor'->>'kind',
                'id', h.body->'actor'->>'id', 'name', coalesce(hu.name, hc.name, h.body->'actor'->>'id')) END) ORDER BY h.n)
            FROM (SELECT v.n, v.kind, v.at, v.body::jsonb AS body FROM events v WHERE v.organization = q.organization AND v.request = q.id
                ORDER BY v.n DESC LIMIT ${HISTORY_LIMIT}) h
            LEFT JOIN users hu ON hu.id = h.body->'actor'->>'id' AND h.body->'actor'->>'kind' = 'person'
            LEFT JOIN clients hc ON hc.organization = q.organization AND hc.id = h.body->'actor'->>'id' AND h.body->'actor'->>'kind' = 'client'),
            '[]') AS events,
          coalesce((SELECT jsonb_agg(jsonb_build_object('action', t.action, 'outcome', t.outcome, 'note', t.note,
              'outputTail', t.output_tail, 'at', iso(t.at)) ORDER BY t.at, t.action)
            FROM plan_steps t WHERE t.organization = q.organization AND t.request = q.id), '[]') AS steps,
          coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'createdAt', iso(s.created_at)) ORDER BY s.id)
            FROM (SELECT r.id, r.title, r.created_at FROM requests r
              JOIN eligibility y ON y.organization = r.organization AND y.request = r.id AND y.person = ${person.id}::text
              WHERE r.organization = q.organization AND r.fingerprint = q.fingerprint AND r.status = 'pending'
                AND r.expires_at > app_now() AND r.id <> q.id LIMIT 10) s), '[]') AS "sameCall"
        FROM requests q
        JOIN eligibility e ON e.organization = q.organization AND e.request = q.id AND e.person = ${person.id}::text
        LEFT JOIN clients c ON c.organization = q.organization AND c.id = q.client
        LEFT JOIN users b ON b.id = q.on_behalf_of
        LEFT JOIN users d ON d.id = q.decided_by
        WHERE q.organization = ${person.org}::text AND q.id = ${request}::uuid`
      return row === undefined ? null : toView(row, person.id)
    },
  }
}

function toView(row: Row, reader: string): RequestView {
  const isPending = row.status === 'pending'
  const outcome = row.status === 'approved' ? (row.outcome ?? 'unknown') : null
  const you = row.deciders.find((decider) => decider.id === reader)
  const own = row.verdicts.findLast((verdict) => verdict.person === reader)
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    outcome,
    outcomeNote: row.outcomeNote,
    outcomeAt: row.outcomeAt?.toISOString() ?? null,
    outputTail: row.outputTail,
    performs: 'client',
    title: row.title,
    confirmation: isPending
      ? null
      : storedConfirmation(row.status === 'approved' && row.shown !== null ? row.shown : row.described),
    question: null,
    answer: row.status === 'approved' ? answerOf(row.verdicts.at(-1)) : null,
    tool: { name: row.tool, version: row.version, label: row.tool },
    steps: row.steps,
    inputs: row.inputs,
    fingerprint: row.fingerprint,
    asker: {
      client: { id: row.client, name: row.clientName },
      onBehalfOf: row.onBehalfOf === null ? null : { id: row.onBehalfOf, name: row.onBehalfName ?? row.onBehalfOf },
    },
    agent: row.agentName === null ? null : { name: row.agentName, words: row.agentWords },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? (row.status === 'expired' ? row.expiresAt.toISOString() : null),
    decidedBy: row.decidedBy,
    quorum: row.quorum,
    reasonOwed: row.reasonOwed,
    policyNames: { kind: row.policyKind, name: row.policyName },
    approvals: approvalsOf(row.verdicts, row.status),
    deciders: row.deciders.map((decider) => ({ ...decider, isYou: decider.id === reader })),
    you: {
      mayDecide: you?.mayDecide ?? false,
      why: you?.why ?? null,
      mayWithdraw: isPending && row.onBehalfOf === reader,
      maySettle: outcome === 'unknown' && (you?.mayDecide ?? false),
      verdict: own === undefined || own.verdict === 'taken_back' ? null : { verdict: own.verdict, at: own.at },
    },
    history: row.events.map(toEntry),
    sameCall: isPending ? row.sameCall : [],
    replaces: row.replaces,
    replacedBy: row.replacedBy,
  }
}

/**
 * Each approval that was given, once for every person and question, the newest last. A person may have approved two questions, and both
 * stand: which of them counts depends on what is shown, which only opening knows. What was decided counts by the
 * question and the answer that decided it.
 */
function approvalsOf(verdicts: readonly VerdictRow[], status: Status): RequestView['approvals'] {
  const given = verdicts.filter((one) => one.verdict === 'approve')
  const deciding = status === 'approved' ? given.at(-1) : undefined
  const last = new Map<string, VerdictRow>()
  for (const one of given) {
    const key = `${one.person} ${one.digest} ${one.answer}`
    last.delete(key) // given again, it is the newest
    last.set(key, one)
  }
  return [...last.values()].map((one) => ({
    person: { id: one.person, name: one.name },
    at: one.at,
    note: one.note,
    displayDigest: one.digest,
    answer: answerOf(one),
    counts:
      one.counts && (deciding === undefined || (one.digest === deciding.digest && one.answer === deciding.answer)),
  }))
}

/** No answer is kept as the empty text, which no answer is: canonical JSON is never empty. */
function answerOf(verdict: VerdictRow | undefined): string | null {
  return verdict === undefined || verdict.answer === '' ? null : verdict.answer
}

function toEntry({ n, kind, at, actor, body, names }: EventRow): HistoryEntry {
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : null)
  const named = (id: unknown) => ({ id: String(id), name: names?.[String(id)] ?? String(id) })
  const all = (key: string) => (Array.isArray(body[key]) ? body[key].map(named) : [])
  const nothing = { verdict: null, note: null, status: null, outcome: null }
  if (kind === 'request.taken_back')
    return { n, kind, at, actor: { kind: 'person', ...named(body.person) }, ...nothing }
  if (kind === 'request.deciders')
    return { n, kind, at, actor: null, ...nothing, deciders: { gained: all('gained'), lost: all('lost') } }
  return {
    n,
    kind: body.put_back === true ? 'request.put_back' : kind,
    at,
    actor,
    verdict: text('verdict') as Verdict | null,
    note: text('note'),
    status: text('status') as Status | null,
    outcome: text('outcome') as Outcome | null,
    ...(Array.isArray(body.people) ? { people: body.people.map(String) } : {}),
    ...(kind === 'request.step'
      ? { step: { action: text('step') ?? '', outcome: (text('step_outcome') ?? 'unknown') as StepOutcome } }
      : {}),
  }
}
