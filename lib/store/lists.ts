import type { ListCounts, ListPage, ListQuery, RequestRow, Store } from '@/lib/inbox'
import type { Person } from '@/lib/policy'
import type { Kind, Outcome, Status } from '@/lib/request'
import { Prisma } from '@/prisma/generated/client'
import { APPROVALS } from './approvals'
import { readCursor, writeCursor } from './cursor'
import type { Database } from './database'
import { eachRequest, kept, reachesTeam } from './each-request'
import { literal } from './literal'
import { type Within, within } from './within'

const PAGE = 50

/**
 * A narrowed list looks through so many rows a page and then says where to go on: what matches nothing would be looked
 * for in everything.
 */
const WINDOW = 2_000

/** Counting stops here: the cost of a page does not grow with what is pending. */
const COUNT_CAP = 1_000

type Row = {
  id: string
  kind: Kind
  tool: string
  title: string
  warnings: number
  fullAccess: boolean
  client: string
  clientName: string
  onBehalfOf: string | null
  onBehalfName: string | null
  status: Status
  outcome: Outcome | null
  createdAt: Date
  expiresAt: Date
  decidedAt: Date | null
  decidedBy: { id: string; name: string } | null
  outcomeNote: string | null
  closedAt: Date | null
  quorum: number
  have: number
  mayDecide: boolean
  rank: number
  asked: boolean
  hasSigned: boolean
}

/** The lists of people: index ranges over the eligibility rows, ordered as they are stored. */
export function lists({ prisma }: Database): Pick<Store, 'list' | 'counts'> {
  return {
    counts: (person) => count(within(prisma, person.org), person),

    async list(person, query) {
      const inside = within(prisma, person.org)
      const range = rangeOf(person, query)
      const [rows, end, unknown, expired, counts, clients, teams] = await Promise.all([
        rowsOf(inside, range, query),
        endOfWindow(inside, range, query),
        query.view === 'decided' ? unsettled(inside, person, query) : [],
        query.view === 'decided' ? justExpired(inside, person, query) : [],
        count(inside, person),
        inside.rows<{ id: string; name: string }>`
          SELECT id, name FROM clients WHERE organization = ${person.org}::text ORDER BY name LIMIT 100`,
        inside.rows<{ id: string; name: string }>`
          SELECT id, name FROM teams WHERE organization = ${person.org}::text ORDER BY name LIMIT 100`,
      ])
      const page = rows.slice(0, PAGE)
      const last = rows.length > PAGE ? page.at(-1) : end
      const first = [...unknown, ...expired]
      const isFirst = new Set(first.map(({ id }) => id))
      return {
        rows: [...first, ...page.filter(({ id }) => !isFirst.has(id))].map((row) => toRow(row, query)),
        next: last === undefined || last === null ? null : cursorOf(last, query),
        counts,
        tools: [],
        clients,
        teams,
      } satisfies ListPage
    },
  }
}

/** Whether a command would run with nothing around it; the canonical text is ours, so its names are those of lib/command. */
const FULL_ACCESS = Prisma.sql`CASE WHEN q.kind = 'command' THEN q.inputs::json ->> 'full_access' = 'true'
  OR q.inputs::json ->> 'containment' = 'danger-full-access' ELSE false END`

const COLUMNS = Prisma.sql`q.id::text AS id, q.kind, q.tool, q.title, q.warnings, ${FULL_ACCESS} AS "fullAccess", q.client, coalesce(c.name, q.client) AS "clientName",
  q.on_behalf_of AS "onBehalfOf", b.name AS "onBehalfName",
  CASE WHEN q.status = 'pending' AND q.expires_at <= app_now() THEN 'expired' ELSE q.status END AS status, q.outcome, q.created_at AS "createdAt",
  q.expires_at AS "expiresAt", q.decided_at AS "decidedAt", q.outcome_note AS "outcomeNote",
  (SELECT jsonb_build_object('id', d.id, 'name', d.name) FROM users d WHERE d.id = q.decided_by) AS "decidedBy", e.closed_at AS "closedAt", q.quorum, e.may_decide AS "mayDecide",
  e.rank::int AS rank, coalesce(e.why = 'asked_on_their_behalf', false) AS asked,
  e.rank > 0 AND e.may_decide AND EXISTS (SELECT FROM verdicts v WHERE v.organization = e.organization AND v.request = e.request
    AND v.person = e.person AND v.verdict = 'approve') AS "hasSigned",
  CASE WHEN q.status = 'approved' THEN q.quorum WHEN q.quorum = 1 THEN 0 ELSE ${APPROVALS} END AS have`

const JOINS = Prisma.sql`${eachRequest('e')}
  LEFT JOIN clients c ON c.organization = q.organization AND c.id = q.client
  LEFT JOIN users b ON b.id = q.on_behalf_of`

/** One range of eligibility rows, in the order in which they are stored: what a list is cut from. */
type Range = { from: Prisma.Sql; order: Prisma.Sql }

function rangeOf(person: Person, query: ListQuery): Range {
  return query.view === 'decided' ? closed(person, query) : opened(person, query)
}

function opened(person: Person, { cursor }: ListQuery): Range {
  const [rank, expires, id] = readCursor(cursor, ['n', 't', 'u']) ?? [
    -1,
    '1970-01-01T00:00:00.000Z',
    '00000000-0000-0000-0000-000000000000',
  ]
  return {
    from: Prisma.sql`eligibility e WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text
      AND e.closed_at IS NULL AND e.expires_at > app_now()
      AND (e.rank, e.expires_at, e.request) > (${rank}::smallint, ${expires}::timestamptz, ${id}::uuid)`,
    order: Prisma.sql`e.rank, e.expires_at, e.request`,
  }
}

function closed(person: Person, { cursor }: ListQuery): Range {
  const [at, id] = readCursor(cursor, ['t', 'u']) ?? [
    '9999-01-01T00:00:00.000Z',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]
  return {
    from: Prisma.sql`eligibility e WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text
      AND e.closed_at IS NOT NULL AND e.closed_at <= ${at}::timestamptz
      AND (e.closed_at < ${at}::timestamptz OR e.request > ${id}::uuid)`,
    order: Prisma.sql`e.closed_at DESC, e.request`,
  }
}

function rowsOf(inside: Within, range: Range, query: ListQuery): Promise<Row[]> {
  const narrow = filters(query)
  const most = narrow === null ? PAGE + 1 : WINDOW
  return inside.rows<Row>`
    SELECT ${COLUMNS} FROM (SELECT e.* FROM ${range.from} ORDER BY ${range.order} LIMIT ${literal(most)}) e ${JOINS}
    WHERE true ${narrow ?? Prisma.empty} ORDER BY ${range.order} LIMIT ${literal(PAGE + 1)}`
}

type Place = { rank: number; expiresAt: Date; closedAt: Date | null; createdAt: Date; id: string }

/** Where a narrowed list stopped looking; null where it has seen everything. */
async function endOfWindow(inside: Within, range: Range, query: ListQuery): Promise<Place | null> {
  if (filters(query) === null) return null
  const [last] = await inside.rows<Place>`
    SELECT e.rank::int AS rank, e.expires_at AS "expiresAt", e.closed_at AS "closedAt", e.expires_at AS "createdAt", e.request::text AS id
    FROM ${range.from} ORDER BY ${range.order} OFFSET ${literal(WINDOW - 1)} LIMIT 1`
  return last ?? null
}

/**
 * The eligibility rows `e` of unknown outcomes that this person may settle. Requests first, by their small index, then
 * one row of each: as a plain join the planner reads every row that the person ever had (seen).
 */
const UNSETTLED = (person: Person) => Prisma.sql`(
    SELECT u.id FROM requests u WHERE u.organization = ${person.org}::text AND u.status = 'approved'
      AND (u.outcome IS NULL OR u.outcome = 'unknown') OFFSET 0) a
  CROSS JOIN LATERAL (SELECT x.* FROM eligibility x WHERE x.organization = ${person.org}::text AND x.request = a.id
    AND x.person = ${person.id}::text AND x.may_decide LIMIT 1) e`

/** What somebody must look at stands above the first page: unknown outcomes that this person may settle. */
function unsettled(inside: Within, person: Person, query: ListQuery): Promise<Row[]> {
  if (query.cursor !== undefined) return Promise.resolve([])
  return inside.rows<Row>`
    SELECT ${COLUMNS} FROM ${UNSETTLED(person)} ${JOINS}
    WHERE true ${filters(query) ?? Prisma.empty}
    ORDER BY q.id DESC LIMIT 20`
}

/** Past its time a request is over for every reader, also before a worker has written so; these stand first. */
function justExpired(inside: Within, person: Person, query: ListQuery): Promise<Row[]> {
  if (query.cursor !== undefined) return Promise.resolve([])
  return inside.rows<Row>`
    SELECT ${COLUMNS} FROM eligibility e ${JOINS}
    WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text AND e.closed_at IS NULL
      AND e.expires_at <= app_now() ${filters(query) ?? Prisma.empty}
    ORDER BY e.expires_at DESC LIMIT ${literal(PAGE)}`
}

/** What narrows a list, as conditions; null where nothing does. */
function filters({ view, q, kind, tool, team, from, warned }: ListQuery): Prisma.Sql | null {
  const parts: Prisma.Sql[] = []
  if (view === 'asked') parts.push(Prisma.sql`AND e.why = 'asked_on_their_behalf'`)
  if (kind !== undefined) parts.push(Prisma.sql`AND q.kind = ${kind}::text`)
  if (tool !== undefined) parts.push(Prisma.sql`AND q.tool = ${kept(tool)}::text`)
  if (team !== undefined) parts.push(Prisma.sql`AND ${reachesTeam(kept(team))}`)
  if (from !== undefined) parts.push(Prisma.sql`AND q.client = ${kept(from)}::text`)
  if (warned === true) parts.push(Prisma.sql`AND q.warnings > 0`)
  for (const word of kept(q ?? '')
    .split(/\s+/)
    .filter((part) => part !== '')
    .slice(0, 8)) {
    const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    parts.push(Prisma.sql`AND (q.title ILIKE ${like}::text OR q.described ILIKE ${like}::text OR q.tool ILIKE ${like}::text
      OR c.name ILIKE ${like}::text OR b.name ILIKE ${like}::text)`)
  }
  return parts.length === 0 ? null : Prisma.join(parts, ' ')
}

async function count(inside: Within, person: Person): Promise<ListCounts> {
  const [row] = await inside.rows<{ pending: number; mine: number; asked: number; attention: number }>`
    SELECT count(*)::int AS pending, (count(*) FILTER (WHERE o.rank = 0))::int AS mine,
      (count(*) FILTER (WHERE o.why = 'asked_on_their_behalf'))::int AS asked,
      (SELECT count(*)::int FROM (
        SELECT FROM ${UNSETTLED(person)} LIMIT 100) a) AS attention
    FROM (SELECT e.rank, e.why FROM eligibility e
      WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text AND e.closed_at IS NULL AND e.expires_at > app_now()
      ORDER BY e.rank, e.expires_at, e.request LIMIT ${literal(COUNT_CAP + 1)}) o`
  const { pending = 0, mine = 0, asked = 0, attention = 0 } = row ?? {}
  return {
    pending: Math.min(pending, COUNT_CAP),
    mine: Math.min(mine, COUNT_CAP),
    asked,
    attention,
    capped: pending > COUNT_CAP,
  }
}

function toRow(row: Row, query: ListQuery): RequestRow {
  return {
    id: row.id,
    kind: row.kind,
    tool: { name: row.tool, label: row.tool },
    title: row.title,
    warnings: row.warnings,
    fullAccess: row.fullAccess,
    asker: {
      client: { id: row.client, name: row.clientName },
      onBehalfOf: row.onBehalfOf === null ? null : { id: row.onBehalfOf, name: row.onBehalfName ?? row.onBehalfOf },
    },
    status: row.status,
    outcome: row.status === 'approved' ? (row.outcome ?? 'unknown') : null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    outcomeNote: row.outcomeNote,
    approvals: { have: row.have, need: row.quorum },
    mine: mineOf(row, query),
  }
}

function cursorOf(row: Place, query: ListQuery): string {
  if (query.view === 'decided') return writeCursor([(row.closedAt ?? row.createdAt).toISOString(), row.id])
  return writeCursor([row.rank, row.expiresAt.toISOString(), row.id])
}

function mineOf({ asked, mayDecide, rank, hasSigned }: Row, query: ListQuery): RequestRow['mine'] {
  if (asked) return 'asked'
  if (!mayDecide) return 'see'
  if (rank === 0 || query.view === 'decided') return 'decide'
  return hasSigned ? 'signed' : 'handed'
}
