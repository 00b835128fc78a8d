import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { type EventRow, verifyChain } from '@/lib/audit'
import type { Verdict } from '@/lib/request'
import type { DecideCommand, Idempotency } from './inbox'
import { granted, type World } from './testing'

/** What a racer can be told to do. */
export type RacerCall =
  | { do: 'decide'; who: string; command: DecideCommand }
  | { do: 'withdraw'; request: string }
  | { do: 'work' }
  | { do: 'grant'; request: string }
  | { do: 'redeem'; grant: string; key: Idempotency | null }
  | { do: 'resolve'; grant: string }
  | { do: 'report'; request: string }
  | { do: 'settle'; who: string; request: string }
  | { do: 'propose'; key: Idempotency }
  | { do: 'open'; who: string; request: string }

/** An answer of any of these calls, as it came out of another process. */
export type RacerAnswer = {
  ok: boolean
  value?: Record<string, unknown> & { repeated?: boolean; replayed?: boolean; approved?: boolean; at?: string }
  error?: { code: string; by?: string; when?: string; at: { message: string }[] }
  threw?: string
}

export type Racer = { process: ChildProcess; run(calls: RacerCall[]): Promise<RacerAnswer[]>; stop(): Promise<void> }

/** How many rounds each race is run: more of them by COUNTERSIGN_ROUNDS. */
export const ROUNDS = Number(process.env.COUNTERSIGN_ROUNDS ?? 20)
export const FEWER = Math.ceil(ROUNDS / 3)
/** A busy machine is slow; a test that is given up goes on racing behind the next one's back. */
export const RACE_LIMIT = { timeout: 60_000 + ROUNDS * 5_000 }
/** Four processes of sixteen callers. */
const PROCESSES = 4
const CALLERS = 16

export async function startRacer(url: string): Promise<Racer> {
  const file = path.join(import.meta.dirname, 'racer.fixture.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', file, url], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return {
    process: child,
    async run(calls) {
      child.stdin.write(`${JSON.stringify(calls)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('the racer is gone')
      return JSON.parse(value)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    },
  }
}

export type Race = {
  /** Makes 64 calls at once, `call(n)` each, in four processes; nobody may crash. */
  run(call: (n: number) => RacerCall): Promise<RacerAnswer[]>
  stop(): Promise<void>
}

export async function startRace(world: World): Promise<Race> {
  await world.test.setClock(null)
  const racers = await Promise.all(Array.from({ length: PROCESSES }, () => startRacer(world.test.url)))
  return {
    async run(call) {
      const batches = racers.map((racer, place) =>
        racer.run(Array.from({ length: CALLERS }, (_, n) => call(n * PROCESSES + place))),
      )
      const answers = (await Promise.all(batches)).flat()
      expect(answers.filter(({ threw }) => threw !== undefined)).toEqual([])
      return answers
    },
    stop: async () => void (await Promise.all(racers.map((racer) => racer.stop()))),
  }
}

export type Account = {
  status: string
  outcome: string | null
  decidedBy: string | null
  verdicts: { person: string; verdict: string }[]
  /** Used tokens and grants. */
  spent: number
  /** Live grants. */
  grants: number
  kinds: string[]
}

/** Reads back everything about a request, and holds that it fits together: one chain, rows for what happened and no others. */
export async function accountFor(world: World, request: string): Promise<Account> {
  const query = <Row extends Record<string, unknown>>(sql: string) => world.test.query<Row>(sql, [request])
  const events = await query<EventRow & { kind: string }>(
    'select n, kind, body, head, hash from events where request = $1 order by n',
  )
  const [row] = await query<{
    status: string
    outcome: string | null
    by: string | null
    events: number
    head: Buffer
  }>('select status, outcome, decided_by as by, events, head from requests where id = $1')
  if (row === undefined) throw new Error('the request is gone')
  expect(verifyChain(events, row)).toMatchObject({ ok: true })

  const verdicts = await query<{ person: string; verdict: string; n: number }>(
    'select person, verdict, n from verdicts where request = $1 order by n',
  )
  expect(verdicts.map(({ n }) => n)).toEqual(events.flatMap(({ n, kind }) => (kind === 'request.verdict' ? [n] : [])))
  const tokens = await query<{ used: boolean; live: boolean; kind: string }>(
    'select kind, used_at is not null as used, used_at is null and expires_at >= app_now() as live from tokens where request = $1',
  )
  const spentByVerdict = tokens.filter(({ used, kind }) => used && kind === 'cnf').length
  expect(spentByVerdict).toBe(verdicts.filter(({ verdict }) => verdict === 'approve').length)
  const open = await query('select 1 from eligibility where request = $1 and closed_at is null')
  const expiry = await query("select 1 from timers where request = $1 and what = 'expire'")
  expect([open.length > 0, expiry.length]).toEqual(row.status === 'pending' ? [true, 1] : [false, 0])
  return {
    status: row.status,
    outcome: row.outcome,
    decidedBy: row.by,
    verdicts: verdicts.map(({ person, verdict }) => ({ person, verdict })),
    spent: tokens.filter(({ used }) => used).length,
    grants: tokens.filter(({ kind, live }) => kind === 'grt' && live).length,
    kinds: events.map(({ kind }) => kind),
  }
}

export const NAMES = ['ada', 'ben', 'cleo'] as const
export type Name = (typeof NAMES)[number]
export const nameOf = (n: number): Name => NAMES[n % 3] ?? 'ada'

/** A pending request, and what each of three people holds for it. */
export async function aRequest(
  world: World,
  expiresInMs = 3_600_000,
): Promise<{ id: string; tokens: Record<Name, string> }> {
  await world.test.query('delete from play.effects')
  const { id } = await world.propose({ expiresInMs })
  const token = async (who: Name) => (await world.openAs(world.people[who], id)).token ?? ''
  return { id, tokens: { ada: await token('ada'), ben: await token('ben'), cleo: await token('cleo') } }
}

export function decide(request: string, who: Name, verdict: Verdict, token: string): RacerCall {
  const command = verdict === 'approve' ? { request, verdict, token } : { request, verdict, note: 'No' }
  return { do: 'decide', who, command }
}

/** The answers that were not one's own, told again. */
export function firsts(answers: RacerAnswer[]): RacerAnswer[] {
  return answers.filter(({ ok, value }) => ok && value?.repeated !== true)
}

/** Whoever lost was told who was first, and when. */
export async function expectLosersKnow(
  world: World,
  answers: RacerAnswer[],
  request: string,
  by: string,
): Promise<void> {
  const { decidedAt } = granted(await world.inbox.viewForClient(world.client, request))
  for (const { error } of answers)
    if (error !== undefined) expect([error.code, error.by, error.when]).toEqual(['already_decided', by, decidedAt])
}

/** The name of a person by their id, as losers are told it. */
export function calledOf(world: World, id: string | null): string {
  return NAMES.map((name) => world.people[name]).find((person) => person.id === id)?.name ?? 'nobody'
}
