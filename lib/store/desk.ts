import { AGES, type DeskDay, type DeskPage, type DeskQuery, type DeskRow, type Store } from '@/lib/inbox'
import type { Person } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import { invariant } from '@/lib/result'
import { Prisma } from '@/prisma/generated/client'
import { readCursor, writeCursor } from './cursor'
import type { Database } from './database'
import { eachRequest, kept, reachesTeam } from './each-request'
import { literal } from './literal'
import { type Within, within } from './within'

const PAGE = 25
/** Tools and people are counted on this many of the oldest; a narrowed desk looks no further. */
const WINDOW = 1_000
const AGE_CAP = 10_000
/** A day's times are of its last so many decisions. */
const DAY_SAMPLE = 200

const HOUR_MS = 3_600_000
/** Where each age ends, in milliseconds; the last has no end. */
const AGE_ENDS_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS]

type When = { zone: string; now: Date }

/** The desk: five index ranges that are cut, none of which grows with what is pending. */
export function desk({ prisma }: Database): Pick<Store, 'desk' | 'assign' | 'remindDeciders'> {
  return {
    async desk(person, query, when) {
      const inside = within(prisma, person.org)
      const teams = await teamsOf(inside, person)
      if (person.role === 'member' && teams.every((team) => !team.leads)) return null
      const [ages, tools, people, days, rows] = await Promise.all([
        agesOf(inside, person, query, when.now),
        toolsOf(inside, person, query),
        peopleOf(inside, person, query),
        daysOf(inside, person, query, when),
        rowsOf(inside, person, query),
      ])
      const looked = tools.reduce((sum, tool) => sum + tool.count, 0)
      const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
      return {
        teams: teams.map(({ id, name }) => ({ id, name })),
        ages,
        looked: { count: looked, isMore: looked >= WINDOW },
        tools: tools.map(({ id, kind, count }) => ({ id, name: id, kind, count })),
        people,
        days,
        rows: rows.slice(0, PAGE),
        next: last === undefined ? null : cursorOf(last, query),
      } satisfies DeskPage
    },

    async assign({ org, request, actor, people }) {
      const [row] = await within(prisma, org).call<Awaited<ReturnType<Store['assign']>>>`
        SELECT a.code, u.name AS who, a.at, a.status
        FROM assign_request(${org}::text, ${request}::uuid, ${actor}::text, ${[...people]}::text[]) a
        LEFT JOIN users u ON u.id = a.who`
      invariant(row !== undefined, 'assign_request answers one row')
      return row
    },

    async remindDeciders({ org, request, actor }) {
      const [row] = await within(prisma, org).call<Awaited<ReturnType<Store['remindDeciders']>>>`
        SELECT r.code, u.name AS who, r.at, r.status
        FROM remind_deciders(${org}::text, ${request}::uuid, ${actor}::text) r LEFT JOIN users u ON u.id = r.who`
      invariant(row !== undefined, 'remind_deciders answers one row')
      return row
    },
  }
}

/** The teams that narrow the desk: an admin's are all of them, another's those they lead. */
function teamsOf(inside: Within, person: Person) {
  return inside.rows<{ id: string; name: string; leads: boolean }>`
    SELECT t.id, t.name, coalesce(m.lead, false) AS leads FROM teams t
    LEFT JOIN team_members m ON m.organization = t.organization AND m.team = t.id AND m.user_id = ${person.id}::text
    WHERE t.organization = ${person.org}::text AND (${person.role === 'admin'}::boolean OR m.lead)
    ORDER BY t.name, t.id LIMIT 100`
}

/** The oldest open rows of this reader, before anything narrows them. */
const OLDEST = (person: Person) => Prisma.sql`(
  SELECT e.organization, e.request, e.expires_at FROM eligibility e
  WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text AND e.closed_at IS NULL AND e.expires_at > app_now()
  ORDER BY e.request LIMIT ${literal(WINDOW)}) w ${eachRequest('w')}`

/** What narrows the desk, as conditions on `q`. */
function narrowing({ team, kind, tool }: DeskQuery): Prisma.Sql {
  const parts: Prisma.Sql[] = []
  if (kind !== undefined) parts.push(Prisma.sql`AND q.kind = ${kind}::text`)
  if (tool !== undefined) parts.push(Prisma.sql`AND q.tool = ${kept(tool)}::text`)
  if (team !== undefined) parts.push(Prisma.sql`AND ${reachesTeam(kept(team))}`)
  return parts.length === 0 ? Prisma.empty : Prisma.join(parts, ' ')
}

async function agesOf(inside: Within, person: Person, query: DeskQuery, now: Date): Promise<DeskPage['ages']> {
  const ends = [...AGE_ENDS_MS.map((ms) => firstIdAt(now.getTime() - ms)), FIRST_ID]
  const begins = [LAST_ID, ...ends.slice(0, -1)]
  const isNarrow = query.team !== undefined || query.kind !== undefined || query.tool !== undefined
  const counted = isNarrow
    ? Prisma.sql`(SELECT count(*)::int FROM ${OLDEST(person)} WHERE w.request >= b.low AND w.request < b.high ${narrowing(query)})`
    : Prisma.sql`(SELECT count(*)::int FROM (SELECT FROM eligibility e WHERE e.organization = ${person.org}::text
        AND e.person = ${person.id}::text AND e.closed_at IS NULL AND e.expires_at > app_now()
        AND e.request >= b.low AND e.request < b.high LIMIT ${literal(AGE_CAP)}) o)`
  const rows = await inside.rows<{ n: number; count: number }>`
    SELECT b.n::int AS n, ${counted} AS count
    FROM unnest(${ends}::uuid[], ${begins}::uuid[]) WITH ORDINALITY AS b (low, high, n)`
  const count = new Map(rows.map((row) => [row.n, row.count]))
  const at = (index: number) => ({ count: count.get(index + 1) ?? 0, isMore: (count.get(index + 1) ?? 0) >= AGE_CAP })
  return Object.fromEntries(AGES.map((age, index) => [age, at(index)])) as DeskPage['ages']
}

function toolsOf(inside: Within, person: Person, query: DeskQuery) {
  return inside.rows<{ id: string; kind: Kind; count: number }>`
    SELECT q.tool AS id, q.kind, count(*)::int AS count FROM ${OLDEST(person)} WHERE true ${narrowing(query)}
    GROUP BY q.tool, q.kind ORDER BY count(*) DESC, q.tool LIMIT 50`
}

function peopleOf(inside: Within, person: Person, query: DeskQuery) {
  return inside.rows<{ id: string; name: string; waiting: number }>`
    SELECT x.person AS id, u.name, count(*)::int AS waiting FROM ${OLDEST(person)}
    CROSS JOIN LATERAL (SELECT y.person FROM eligibility y WHERE y.organization = w.organization AND y.request = w.request
      AND y.may_decide AND y.rank = 0 OFFSET 0) x
    JOIN users u ON u.id = x.person
    WHERE true ${narrowing(query)} GROUP BY x.person, u.name ORDER BY count(*) DESC, u.name, x.person LIMIT 6`
}

async function daysOf(inside: Within, person: Person, query: DeskQuery, { zone, now }: When): Promise<DeskDay[]> {
  const rows = await inside.rows<{ day: string; decided: number; median: number | null; slowest: number | null }>`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day, s.decided, s.median, s.slowest
    FROM (SELECT date_trunc('day', ${now.toISOString()}::timestamptz AT TIME ZONE ${zone}::text) - i * interval '1 day' AS day
      FROM generate_series(0, 13) i) d
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS decided, percentile_cont(0.5) WITHIN GROUP (ORDER BY t.ms) AS median,
        percentile_cont(0.9) WITHIN GROUP (ORDER BY t.ms) AS slowest
      FROM (SELECT extract(epoch FROM q.decided_at - q.created_at)::float8 * 1000 AS ms FROM (
          SELECT e.organization, e.request FROM eligibility e
          WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text AND e.closed_at IS NOT NULL
            AND e.closed_at >= d.day AT TIME ZONE ${zone}::text AND e.closed_at < (d.day + interval '1 day') AT TIME ZONE ${zone}::text
          ORDER BY e.closed_at DESC LIMIT ${literal(DAY_SAMPLE)}) c
        ${eachRequest('c')}
        WHERE q.status IN ('approved', 'rejected', 'returned') ${narrowing(query)}) t) s
    ORDER BY d.day`
  return rows.map(({ day, decided, median, slowest }) => ({ day, decided, medianMs: median, slowestTenthMs: slowest }))
}

type Row = Omit<DeskRow, 'tool' | 'createdAt' | 'expiresAt' | 'approvals'> & {
  tool: string
  createdAt: Date
  expiresAt: Date
  quorum: number
}

async function rowsOf(inside: Within, person: Person, query: DeskQuery): Promise<DeskRow[]> {
  const { from, order } = query.by === 'expiry' ? byExpiry(person, query) : byAge(person, query)
  const rows = await inside.rows<Row>`
    SELECT q.id::text AS id, q.kind, q.tool, q.title, q.warnings, q.created_at AS "createdAt", q.expires_at AS "expiresAt", q.quorum,
      (SELECT jsonb_agg(jsonb_build_object('id', x.person, 'name', u.name, 'isAsked', x.rank = 0, 'hasSigned',
          EXISTS (SELECT FROM signatures(q.organization, q.id) s WHERE s.person = x.person)) ORDER BY x.rank, u.name, x.person)
        FROM eligibility x JOIN users u ON u.id = x.person
        WHERE x.organization = q.organization AND x.request = q.id AND x.may_decide) AS deciders
    FROM ${from} ${eachRequest('w')}
    WHERE true ${narrowing(query)} ORDER BY ${order} LIMIT ${literal(PAGE + 1)}`
  return rows.map(({ quorum, tool, ...row }) => ({
    ...row,
    tool: { id: tool, name: tool },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    deciders: row.deciders ?? [],
    approvals: { have: (row.deciders ?? []).filter((one) => one.hasSigned).length, need: quorum },
  }))
}

function byAge(person: Person, { cursor }: DeskQuery) {
  const [id] = readCursor(cursor, ['u']) ?? [FIRST_ID]
  return {
    from: Prisma.sql`(SELECT e.organization, e.request FROM eligibility e
      WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text AND e.closed_at IS NULL
        AND e.expires_at > app_now() AND e.request > ${id}::uuid ORDER BY e.request LIMIT ${literal(WINDOW)}) w`,
    order: Prisma.sql`q.id`,
  }
}

/** Each of the two ranks is an index range in order of expiry; what waits for others expires as well. */
function byExpiry(person: Person, { cursor }: DeskQuery) {
  const [expires, id] = readCursor(cursor, ['t', 'u']) ?? ['1970-01-01T00:00:00.000Z', FIRST_ID]
  const ranked = (rank: number) => Prisma.sql`(SELECT e.organization, e.request FROM eligibility e
    WHERE e.organization = ${person.org}::text AND e.person = ${person.id}::text AND e.closed_at IS NULL AND e.rank = ${rank}::smallint
      AND e.expires_at > app_now() AND (e.expires_at, e.request) > (${expires}::timestamptz, ${id}::uuid)
    ORDER BY e.expires_at, e.request LIMIT ${literal(WINDOW)})`
  return {
    from: Prisma.sql`(${ranked(0)} UNION ALL ${ranked(1)}) w`,
    order: Prisma.sql`q.expires_at, q.id`,
  }
}

function cursorOf(row: DeskRow, query: DeskQuery): string {
  return writeCursor(query.by === 'expiry' ? [row.expiresAt, row.id] : [row.id])
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The least UUIDv7 of a moment: ids of requests are in the order of time. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
