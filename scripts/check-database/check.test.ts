import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandKind, gateKind, makeInbox, type Ports, planKind, work } from '@/lib/inbox'
import { acceptSchema, approvalGate, compileInputs, judge } from '@/lib/schemas'
import { type Database, makeStore, openDatabase, toolSql } from '@/lib/store'
import { type TestDatabase, testDatabase } from '@/lib/store/testing'
import { registry } from '@/lib/tools'
import { staffingTools } from '@/lib/tools/samples'
import { fillNorthgate, mondayAfter } from '../demo/fill'
import { startReceiver } from '../demo/receiver'
import { fillRequests } from '../demo/requests'
import { checkDatabase, examine } from './check'

let test: TestDatabase
let database: Database
let client: pg.Client

beforeAll(async () => {
  test = await testDatabase()
  database = openDatabase(test.url)
  const monday = mondayAfter(new Date())
  await fillNorthgate(database, test.ownerUrl, { demo: true, monday })
  const receiver = await startReceiver(toolSql(database.prisma))
  const ports: Ports = {
    store: makeStore(database, () => undefined),
    random: (bytes) => randomBytes(bytes),
    newId: () => v7(),
    feed: { subscribe: () => () => undefined },
    log: () => undefined,
  }
  const writes = staffingTools({ announceUrl: receiver.url })
  const tools = registry(writes, compileInputs, [
    commandKind(),
    gateKind(approvalGate),
    planKind(writes, { compile: compileInputs, acceptSchema, judge }),
  ])
  const lapse = async (request: string) => {
    const due = "update timers set due = now() - interval '1 second' where request = $1::uuid and what = 'lapse'"
    await toolSql(database.prisma).query(due, [request])
    await work(ports, tools)
  }
  await fillRequests({ inbox: makeInbox(ports, tools), monday, lapse })
  while ((await work(ports, tools)) > 0);
  receiver.stop()
  client = new pg.Client({ connectionString: test.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
  await test.drop()
})

it('finds nothing in a database that only the product wrote, with requests in every state', async () => {
  const { counts, faults } = await checkDatabase(test.ownerUrl)
  expect(faults).toEqual([])
  for (const state of ['pending', 'rejected', 'returned', 'withdrawn', 'approved, done', 'approved, running'])
    expect(Object.keys(counts)).toContain(state)
})

const DONE = `(select id from requests where outcome = 'done' and tool = 'assign_shift' order by id limit 1)`
const TAKEN = `(select id from requests where outcome = 'running' and tool = 'order_supplies' order by id limit 1)`
const PENDING = `(select id from requests where status = 'pending' and expires_at > now() + interval '1 minute' order by id limit 1)`
const WAITING = `(select id from requests where outcome = 'waiting' order by id limit 1)`

/** One thing that must never be, and the words it is reported with. */
const PLANTED: [what: string, sql: string, said: RegExp][] = [
  [
    'a word of the history is changed',
    `update events set body = replace(body, 'approve', 'reject') where request = ${DONE} and n = 2`,
    /not what was hashed/,
  ],
  [
    'the last event is cut off',
    `delete from events where request = ${DONE} and n = (select max(n) from events where request = ${DONE})`,
    /counts 3 events, there are 2/,
  ],
  [
    'an approval has no history',
    `update requests set status = 'approved', outcome = 'waiting' where id = ${PENDING}`,
    /nothing in its history says so/,
  ],
  [
    'a decided request is opened again',
    `update requests set status = 'pending', outcome = null where id = ${DONE}`,
    /its history has ended it/,
  ],
  ['a decision has another author', `update requests set decided_by = 'leo' where id = ${DONE}`, /decided by whom/],
  ['a quorum was not reached', `update requests set quorum = 2 where id = ${DONE}`, /1 of 2 had approved/],
  [
    'somebody decided who may not',
    `update eligibility set may_decide = false where request = ${DONE}`,
    /gave a verdict and may not/,
  ],
  ['a verdict is removed', `delete from verdicts where request = ${DONE}`, /verdicts are not those of its history/],
  [
    'an approval spent no token',
    `update tokens set used_at = null where request = ${DONE} and used_at is not null`,
    /spent 0 tokens/,
  ],
  [
    'a token was spent for another screen',
    `update tokens set display_digest = 'x' where request = ${DONE} and used_at is not null`,
    /spent 0 tokens/,
  ],
  [
    'a second token is spent',
    `insert into tokens select organization, 'second', kind, request, held_by, bound_user, tool, inputs, fingerprint, display_digest, shown, agent, created_at, expires_at, used_at from tokens where request = ${DONE} and used_at is not null`,
    /2 tokens/,
  ],
  [
    'a grant was spent and nothing taken away',
    `insert into tokens select organization, 'grant', 'grt', request, held_by, bound_user, tool, inputs, fingerprint, null, null, agent, created_at, expires_at, used_at from tokens where request = ${DONE} and used_at is not null`,
    /1 grants are spent for 0/,
  ],
  [
    'a second grant is spent',
    `insert into tokens select organization, 'again', kind, request, held_by, bound_user, tool, inputs, fingerprint, null, null, agent, created_at, expires_at, used_at from tokens where request = ${TAKEN} and kind = 'grt' and used_at is not null`,
    /2 grants are spent for 1/,
  ],
  [
    'the stored call is another',
    `update requests set inputs = replace(inputs, 'bar', 'car') where id = ${DONE}`,
    /fingerprint is not of its call/,
  ],
  [
    'a token is for another call',
    `update tokens set fingerprint = 'jcs-sha256:0' where request = ${DONE}`,
    /for another call/,
  ],
  [
    'an approved write has no outcome',
    `update requests set outcome = null where id = ${DONE}`,
    /nothing says what became of it/,
  ],
  [
    'an outcome has no history',
    `update requests set outcome = 'failed' where id = ${DONE}`,
    /its row says failed, its history done/,
  ],
  ['an approved write is forgotten', `delete from timers where request = ${WAITING}`, /nobody will come back to it/],
  ['a taken call is forgotten', `delete from timers where request = ${TAKEN}`, /nobody will come back to it/],
  ['a pending request never expires', `delete from timers where request = ${PENDING}`, /nothing will expire it/],
  [
    'a timer is left of what ended',
    `insert into timers select organization, id, 'expire', expires_at from requests where id = ${DONE}`,
    /has ended, and will be expired/,
  ],
  [
    'what is done is queued again',
    `insert into outbox (organization, request, topic, dedupe, payload) select organization, id, 'perform', 'again', '{}' from requests where id = ${DONE}`,
    /still queued/,
  ],
  [
    'a decided request stands in a list',
    `update eligibility set closed_at = null where request = ${DONE}`,
    /stands open in a list/,
  ],
  [
    'a pending request is closed to somebody',
    `update eligibility set closed_at = now() where request = ${PENDING}`,
    /closed to somebody/,
  ],
  [
    'a booking is lost',
    `delete from staffing.bookings b using requests q where q.id = ${DONE} and b.shift = q.inputs::json->>'shift'`,
    /the rota does not show it/,
  ],
  [
    'an announcement nobody approved',
    `insert into staffing.announcements values ('cs-0', 'northgate', 'p', 's', 'm')`,
    /never approved/,
  ],
  [
    'what was sent is not what was approved',
    `update staffing.announcements set message = 'Pay me'`,
    /not what was approved/,
  ],
  [
    'a row belongs to no request',
    `insert into timers values ('northgate', '00000000-0000-7000-8000-000000000000', 'lapse', now())`,
    /there is no such request/,
  ],
  [
    'an answer was never kept',
    `insert into idempotency values ('northgate', 'rota', 'propose', 'k', 'h', null, now())`,
    /was never kept/,
  ],
]

it.each(PLANTED)('finds it when %s', async (_what, sql, said) => {
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
    expect((await client.query(sql)).rowCount).toBeGreaterThan(0)
    const { faults } = await examine(client)
    expect(faults.map(({ what }) => what).join('\n')).toMatch(said)
  } finally {
    await client.query('rollback')
  }
})
