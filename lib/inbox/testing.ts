import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { canonicalize, type Json } from '@/lib/binding'
import { feed, type RunningFeed } from '@/lib/notify'
import type { Client, Person, PolicyText, Principal } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import { type Result, refuse, yes } from '@/lib/result'
import { acceptSchema, compileInputs, judge } from '@/lib/schemas'
import { administration, changesSince, type Database, makeStore, openDatabase } from '@/lib/store'
import { type TestDatabase, testDatabase } from '@/lib/store/testing'
import {
  defineKind,
  defineTool,
  type OutsideContext,
  type Performed,
  type Registry,
  registry,
  type Tool,
} from '@/lib/tools'
import type { ClientView, Inbox, Proposal } from './inbox'
import { commandKind } from './kinds/command'
import { planKind } from './kinds/plan'
import { makeInbox } from './make-inbox'
import type { Ports, Store } from './ports'
import type { Opened } from './views'
import { work } from './work'

/** What a plan's schemas are judged by. */
export const planValidators = { compile: compileInputs, acceptSchema, judge }

/** When every world begins; its clock moves only by `advance`. */
export const START = '2026-12-01T09:00:00.000Z'
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** What goes wrong in the tools, and what they were asked: set and read by tests. */
export type Mood = {
  /** Ids that `authorize` says no to. */
  barred: Set<string>
  authorizeThrows: boolean
  describeThrows: boolean
  describes: Json | null
  /** How many principals each `authorize` was asked about. */
  asked: number[]
  /** The role in which each person was asked about last. */
  roles: Map<string, Person['role']>
  performOutside(context: OutsideContext): Promise<Performed>
  /** What performing «dies» does, once it has written. */
  die(): void
}

/** Tools in which nothing goes wrong. */
export function aMood(): Mood {
  return {
    barred: new Set(),
    authorizeThrows: false,
    describeThrows: false,
    describes: null,
    asked: [],
    roles: new Map(),
    performOutside: async () => ({ did: true }),
    die: () => undefined,
  }
}

/** How performing «set_sign» goes; a part of its inputs. */
export type Way =
  | 'fine'
  | 'refuses'
  | 'throws'
  | 'swallows'
  | 'breaks_later'
  | 'commits'
  | 'sleeps'
  | 'hangs'
  | 'moves'
  | 'dies'

export type World = {
  test: TestDatabase
  db: Database
  store: Store
  ports: Ports
  tools: Registry
  inbox: Inbox
  mood: Mood
  logged: { level: string; event: string; facts: Record<string, unknown> }[]
  people: { ada: Person; ben: Person; cleo: Person; tomas: Person; vic: Person; zoe: Person }
  client: Client
  otherClient: Client
  southClient: Client
  /** Sets the policy of the organization for writes of a tool, or for a kind and client. */
  policy(subject: string, policy: PolicyText, kind?: Kind): Promise<void>
  propose(more?: Partial<Proposal>): Promise<ClientView>
  openAs(person: Person, request: string): Promise<Opened>
  /** Opens and approves, as one person. */
  approve(person: Person, request: string): ReturnType<Inbox['decide']>
  /** A proposal that is approved: by default one that the client performs. */
  approved(more?: Partial<Proposal>): Promise<ClientView>
  setSign(sign: string, text: string): Promise<void>
  /** What performing «set_sign» has left behind. */
  effects(): Promise<number>
  advance(ms: number): Promise<void>
  work(): Promise<number>
  count(table: string): Promise<number>
  close(): Promise<void>
}

/**
 * A database of its own with two organizations, people, clients and tools. In Northgate, Ada, Ben and Cleo may decide,
 * Tomás is who things are proposed for, Vic is named by nobody; Zoë and a client are of Southgate.
 */
export async function aWorld({
  pool = 10,
  kinds = [playGate, commandKind()],
}: {
  pool?: number
  kinds?: Tool[]
} = {}): Promise<World> {
  const test = await testDatabase()
  await test.setClock(START)
  await test.query(PLAY)
  const db = openDatabase(test.url, { max: pool })
  await fill(db)
  const mood = aMood()
  const logged: World['logged'] = []
  const changes = feed(
    (place) => changesSince(db, place),
    () => undefined,
    10,
  )
  return assemble({
    test,
    db,
    changes,
    mood,
    logged,
    tools: registry(playTools(mood), compileInputs, [...kinds, planKind(playTools(mood), planValidators)]),
  })
}

type Parts = {
  test: TestDatabase
  db: Database
  changes: RunningFeed
  mood: Mood
  logged: World['logged']
  tools: Registry
}

function assemble({ test, db, changes, mood, logged, tools }: Parts): World {
  const ports: Ports = {
    store: makeStore(db, (error, request) =>
      logged.push({ level: 'error', event: 'perform.threw', facts: { error, request } }),
    ),
    random: (bytes) => randomBytes(bytes),
    newId: () => v7(),
    feed: changes,
    log: (level, event, facts = {}) => void logged.push({ level, event, facts }),
  }
  const inbox = makeInbox(ports, tools)
  const client = aClient('c-rota')
  const propose: World['propose'] = async (more = {}) =>
    granted(await inbox.propose(client, aProposal(more), null)).request
  const openAs: World['openAs'] = async (person, request) => granted(await inbox.open(person, request))
  const approve: World['approve'] = async (person, request) => {
    const { token } = await openAs(person, request)
    return inbox.decide(person, { request, verdict: 'approve', ...(token === null ? {} : { token }) })
  }
  let now = Date.parse(START)
  return {
    test,
    db,
    store: ports.store,
    ports,
    tools,
    inbox,
    mood,
    logged,
    people: {
      ada: aPerson('ada'),
      ben: aPerson('ben'),
      cleo: aPerson('cleo'),
      tomas: aPerson('tomas'),
      vic: aPerson('vic'),
      zoe: aPerson('zoe', 'southgate'),
    },
    client,
    otherClient: aClient('c-other'),
    southClient: aClient('c-rota', 'southgate'),
    policy: (subject, policy, kind = 'write') =>
      administration(db).putPolicy({ org: 'northgate', kind, subject, policy }),
    propose,
    openAs,
    approve,
    async approved(more = { tool: 'order_towels' }) {
      const request = await propose(more)
      granted(await approve(aPerson('ada'), request.id))
      return request
    },
    setSign: async (sign, text) =>
      void (await test.query('update play.signs set text = $2 where id = $1', [sign, text])),
    effects: async () => (await test.query('select 1 from play.effects')).length,
    async advance(ms) {
      now += ms
      await test.setClock(new Date(now).toISOString())
    },
    work: () => work(ports, tools),
    count: async (table) => (await test.query(`select 1 from ${table}`)).length,
    async close() {
      changes.close()
      await db.close()
      await test.drop()
    },
  }
}

/** The value of a result that must be there. */
export function granted<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value
  throw new Error(`refused: ${JSON.stringify(result.error)}`)
}

/** The code of a refusal; `ok` where there is none. */
export function codeOf(result: Result<unknown, { code: string }>): string {
  return result.ok ? 'ok' : result.error.code
}

export function aPerson(id: string, org = 'northgate'): Person {
  return { kind: 'person', id: `u-${id}`, org, name: `${id[0]?.toUpperCase()}${id.slice(1)}`, role: 'member' }
}

export function aClient(
  id: string,
  org = 'northgate',
  scopes: Client['scopes'] = ['propose', 'read', 'redeem'],
): Client {
  return { kind: 'client', id, org, name: `Client ${id}`, scopes }
}

/** Setting the sign at the door, for Tomás. */
export function aProposal(more: Partial<Proposal> = {}): Proposal {
  return { tool: 'set_sign', inputs: { sign: 'door', text: 'Closed' }, onBehalfOf: 'u-tomas', ...more }
}

const DECIDERS = ['u-ada', 'u-ben', 'u-cleo']

async function fill(db: Database): Promise<void> {
  const admin = administration(db)
  for (const org of ['northgate', 'southgate']) {
    await admin.putOrganization({ id: org, name: org, timeZone: 'UTC', demo: false })
    for (const id of ['c-rota', 'c-other']) await admin.putClient({ org, id, name: `Client ${id}` })
  }
  for (const id of ['ada', 'ben', 'cleo', 'tomas', 'vic', 'zoe']) {
    const org = id === 'zoe' ? 'southgate' : 'northgate'
    const { id: user, name, role } = aPerson(id)
    await admin.putMember({ org, id: user, email: `${id}@${org}.example`, name, role })
  }
}

/** The tools' own tables; a plate's foreign key is looked at only when a transaction ends. */
const PLAY = `
  create schema play;
  grant usage on schema play to countersign_app;
  create table play.signs (id text primary key, text text not null);
  insert into play.signs values ('door', 'Open'), ('gate', 'Open');
  create table play.effects (n bigint generated always as identity, org text, sign text, text text);
  create table play.plates (sign text references play.signs deferrable initially deferred);
  grant select, insert, update, delete on all tables in schema play to countersign_app;
  grant usage on all sequences in schema play to countersign_app`

/** The tools of a world: one that performs here, two outside, one by the client, one for whoever it is proposed for. */
export function playTools(mood: Mood): Tool[] {
  const policy: PolicyText = { who: { kind: 'people', people: DECIDERS } }
  return [
    setSign(mood, 'set_sign', policy),
    setSign(mood, 'set_own_sign', { who: { kind: 'proposed_for' } }),
    towels(mood, 'order_towels', policy),
    towels(mood, 'post_letter', policy, true),
    towels(mood, 'ring_bell', policy, false),
  ]
}

/** A kind without a tool: it asks for a number, at most as large as what was proposed. */
const playGate = defineKind<{ most: number }>({
  name: 'gate',
  label: 'Gate',
  check: (inputs) =>
    typeof inputs === 'object' && inputs !== null && 'most' in inputs && typeof inputs.most === 'number'
      ? []
      : [{ path: '$.most', message: 'must be a number' }],
  describe: async ({ inputs }) => ({
    title: `How many, at most ${inputs.most}?`,
    summary: 'The run waits for a number.',
    details: [],
    warnings: [],
  }),
  question: ({ most }) => ({ schema: { type: 'number', maximum: most } }),
  judgeAnswer: ({ most }, answer) =>
    typeof answer === 'number' && answer <= most
      ? yes(canonicalize(answer))
      : refuse('answer_does_not_fit', [{ path: '$', message: `must be a number up to ${most}` }]),
})

type SignInputs = { sign: string; text: string; way?: Way }

function setSign(mood: Mood, name: string, policy: PolicyText): Tool {
  return defineTool<SignInputs>({
    name,
    version: '1',
    label: 'Set a sign',
    policy,
    inputs: {
      type: 'object',
      properties: { sign: { type: 'string' }, text: { type: 'string' }, way: { type: 'string' } },
      required: ['sign', 'text'],
      additionalProperties: false,
    },
    authorize: async (_call, principals) => answerOf(mood, principals),
    async describe({ inputs }, sql) {
      if (mood.describeThrows) throw new Error('the signs cannot be read')
      if (mood.describes !== null) return mood.describes as never
      const [sign] = await sql.query<{ text: string }>('select text from play.signs where id = $1', [inputs.sign])
      return {
        title: `Set the sign at the ${inputs.sign} to «${inputs.text}»`,
        summary: 'The sign is changed at once.',
        details: [{ label: 'Sign', value: inputs.text, before: sign?.text ?? 'nothing' }],
        warnings: sign === undefined ? [{ finding: 'There is no such sign.' }] : [],
      }
    },
    perform: {
      where: 'here',
      async run({ org, inputs: { sign, text, way = 'fine' } }, sql, { signal }) {
        await sql.query('update play.signs set text = $2 where id = $1', [sign, text])
        await sql.query('insert into play.effects (org, sign, text) values ($1, $2, $3)', [org, sign, text])
        if (way === 'dies') mood.die()
        if (way === 'refuses') return { did: false, why: 'The sign is being painted.' }
        if (way === 'throws') throw new Error('secret words of a driver')
        if (way === 'swallows') await sql.query('select 1 / 0').catch(() => undefined)
        if (way === 'breaks_later') await sql.query("insert into play.plates values ('nowhere')")
        if (way === 'commits') await sql.query('commit')
        if (way === 'sleeps') await sql.query('select pg_sleep(30)')
        if (way === 'hangs') {
          await new Promise((done) => signal.addEventListener('abort', done))
          // by now everybody else has gone on
          for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
          await sql.query("insert into play.effects (org) values ('too late')")
          await new Promise(() => undefined)
        }
        if (way === 'moves') await sql.query("select set_config('app.org_id', 'southgate', true)")
        return { did: true, note: 'The sign is set.' }
      },
    },
  })
}

/** `idempotent` left out: the client performs it. */
function towels(mood: Mood, name: string, policy: PolicyText, idempotent?: boolean): Tool {
  return defineTool<{ count: number }>({
    name,
    version: '1',
    label: 'Order towels',
    policy,
    inputs: { type: 'object', properties: { count: { type: 'integer' } }, additionalProperties: false },
    authorize: async (_call, principals) => answerOf(mood, principals),
    async describe({ inputs }) {
      if (mood.describeThrows) throw new Error('the cupboard cannot be read')
      return { title: `Order ${inputs.count ?? 0} towels`, summary: 'They come tomorrow.', details: [], warnings: [] }
    },
    ...(idempotent === undefined
      ? {}
      : { perform: { where: 'outside', idempotent, run: (_call, context) => mood.performOutside(context) } }),
  })
}

function answerOf(mood: Mood, principals: readonly Principal[]): string[] {
  if (mood.authorizeThrows) throw new Error('the rights cannot be read')
  mood.asked.push(principals.length)
  for (const one of principals) if (one.kind === 'person') mood.roles.set(one.id, one.role)
  return principals.map(({ id }) => id).filter((id) => !mood.barred.has(id))
}
