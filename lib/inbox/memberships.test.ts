import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newToken, tokenHash } from '@/lib/binding'
import { checkDatabase } from '@/scripts/check-database/check'
import { refreshEligibility } from './refresh-eligibility'
import { aPerson, aWorld, codeOf, granted, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const ada = aPerson('ada')
const ben = aPerson('ben')
const cleo = aPerson('cleo')
const FRONT = { kind: 'team', team: 't-front' } as const

/** Changes memberships as every writer of them does: the roll first, then the rows, then the marks. */
async function change(statement: string, values: unknown[], person: string, roles: string[] = []) {
  await world.test.query(`do $$ begin perform change_roll('northgate'); end $$`)
  await world.test.query(statement, values)
  await world.test.query(`select mark_stale('northgate', $1, 't-front', $2)`, [person, roles])
}
const join = (person: string, lead = false) =>
  change(
    `insert into team_members (organization, team, user_id, lead) values ('northgate', 't-front', $1, $2)
     on conflict (organization, team, user_id) do update set lead = excluded.lead`,
    [person, lead],
    person,
  )
const leave = (person: string) =>
  change(`delete from team_members where team = 't-front' and user_id = $1`, [person], person)
const attempts = (org = 'northgate') =>
  world.test.query<{ body: string }>(
    `select body from organization_events where organization = $1 and kind = 'organization.decision_refused' order by n`,
    [org],
  )

beforeEach(async () => {
  await world.test.query(`insert into teams (organization, id, name) values ('northgate', 't-front', 'Front desk')`)
  for (const person of ['u-ada', 'u-ben']) await join(person)
  await join('u-vic', true)
  await world.policy('order_towels', { who: FRONT, quorum: 2 })
})
afterEach(async () => {
  await world.test.query('delete from team_members')
  await world.test.query('delete from teams')
  await world.test.query(`update members set role = 'member'`)
})
afterAll(async () => expect((await checkDatabase(world.test.ownerUrl)).faults).toEqual([]))

const ask = (more = {}) => world.propose({ tool: 'order_towels', inputs: {}, ...more })
const who = async (request: string) =>
  granted(await world.inbox.view(aPerson('vic'), request)).deciders.map(({ id, mayDecide, why }) => [
    id,
    mayDecide || why,
  ])

describe('a team is the people on it', () => {
  it('when it is proposed: they may decide, its leads may see it, whom it is for may see it', async () => {
    await world.policy('order_towels', { who: { kind: 'team_leads', team: 't-front' } })
    const request = await ask()
    expect(await who(request.id)).toEqual([
      ['u-vic', true],
      ['u-tomas', 'asked_on_their_behalf'],
    ])
  })

  it('and when that changes: who came may decide, who left neither sees nor decides it', async () => {
    const request = await ask()
    await join('u-cleo')
    await leave('u-ben')
    expect(codeOf(await world.inbox.decide(ben, { request: request.id, verdict: 'reject', note: 'No' }))).toBe(
      'not_found',
    )
    await world.work()
    expect((await who(request.id)).map(([id]) => id).sort()).toEqual(['u-ada', 'u-cleo', 'u-tomas', 'u-vic'])
    expect(codeOf(await world.approve(cleo, request.id))).toBe('ok')
    const history = granted(await world.inbox.view(ada, request.id)).history
    expect(history.find(({ kind }) => kind === 'request.deciders')?.deciders).toEqual({
      gained: [{ id: 'u-cleo', name: 'Cleo' }],
      lost: [{ id: 'u-ben', name: 'Ben' }],
    })
  })

  it('a role is whoever has it now', async () => {
    await world.policy('order_towels', { who: { kind: 'role', role: 'admin' } })
    await change(`update members set role = 'admin' where user_id = 'u-cleo'`, [], 'u-cleo', ['admin'])
    const request = await ask()
    await change(`update members set role = 'admin' where user_id = 'u-ada'`, [], 'u-ada', ['admin'])
    await world.work()
    expect(codeOf(await world.approve(ada, request.id))).toBe('ok')
    await expect(world.approve(ben, request.id)).rejects.toThrow('not_found')
  })
})

describe('who left', () => {
  it('has their verdict taken back, before anybody else’s can complete the quorum with it', async () => {
    const request = await ask()
    granted(await world.approve(ada, request.id))
    const token = (await world.openAs(ben, request.id)).token ?? ''
    await leave('u-ada')
    // no worker has run
    const given = await world.inbox.decide(ben, { request: request.id, verdict: 'approve', token })
    expect(given).toMatchObject({ ok: true, value: { status: 'pending' } })
    const view = granted(await world.inbox.view(ben, request.id))
    expect(view.history.map(({ kind, actor }) => [kind, actor?.id])).toContainEqual(['request.taken_back', 'u-ada'])
    expect(view.approvals.filter(({ counts }) => counts).map(({ person }) => person.id)).toEqual(['u-ben'])
  })

  it('and comes back has to decide anew', async () => {
    const request = await ask()
    granted(await world.approve(ada, request.id))
    await leave('u-ada')
    await world.work()
    await join('u-ada')
    await world.work()
    await world.advance(1_000)
    expect(granted(await world.approve(ben, request.id)).status).toBe('pending')
    expect(granted(await world.approve(ada, request.id)).status).toBe('approved')
  })

  it('and what they did before it was decided stays', async () => {
    const request = await ask()
    granted(await world.approve(ada, request.id))
    granted(await world.approve(ben, request.id))
    await leave('u-ada')
    await world.work()
    expect(granted(await world.inbox.viewForClient(world.client, request.id)).status).toBe('approved')
  })
})

it('memberships that change while a request is proposed are seen before anything is decided', async () => {
  const { proposalContext } = world.store
  world.store.proposalContext = async (asked) => {
    const context = await proposalContext(asked)
    await leave('u-ada')
    return context
  }
  const request = await ask()
  world.store.proposalContext = proposalContext
  const decided = await world.inbox.decide(ada, { request: request.id, verdict: 'reject', note: 'No' })
  expect(codeOf(decided)).toBe('not_found')
})

it('where the tool cannot be asked, who lost the right loses it all the same, and nobody new sees it until it can be', async () => {
  const request = await ask()
  await leave('u-ada')
  await join('u-cleo')
  world.mood.authorizeThrows = true
  await world.work()
  world.mood.authorizeThrows = false
  expect((await who(request.id)).map(([id]) => id).sort()).toEqual(['u-ben', 'u-tomas', 'u-vic'])
  await world.work()
  expect(await who(request.id)).toHaveLength(3)
  await world.advance(61_000)
  await world.work()
  expect((await who(request.id)).map(([id]) => id)).toContain('u-cleo')
  await world.advance(61_000)
  await world.work()
  expect(await world.test.query("select from timers where request = $1 and what = 'again'", [request.id])).toEqual([])
})

it('an attempt to decide what one may not is kept in the organization’s history, and changes nothing else', async () => {
  const request = await ask()
  const before = (await attempts()).length
  const lead = aPerson('vic')
  await world.policy('order_towels', { who: { kind: 'people', people: ['u-ada', 'u-ben'] } })
  const other = await ask()
  for (const [person, id] of [
    [cleo, request.id],
    [aPerson('zoe', 'southgate'), request.id],
    [lead, other.id],
    [cleo, 'no id'],
  ] as const)
    expect(['not_found', 'may_not_decide']).toContain(
      codeOf(await world.inbox.decide(person, { request: id, verdict: 'approve', token: `cnf_${'0'.repeat(48)}` })),
    )
  const told = (await attempts()).slice(before).map(({ body }) => JSON.parse(body))
  expect(
    told.map(({ actor, request: id, code, why, organization }) => [organization, actor.id, id, code, why]),
  ).toEqual([
    ['northgate', 'u-cleo', request.id, 'not_found', undefined],
    ['northgate', 'u-vic', other.id, 'may_not_decide', 'not_named'],
    ['northgate', 'u-cleo', undefined, 'not_found', undefined],
  ])
  // in her own organization’s history, and never in that of the one she tried at
  expect((await attempts('southgate')).map(({ body }) => JSON.parse(body).actor.id)).toEqual(['u-zoe'])
  expect(granted(await world.inbox.view(ada, request.id)).history).toHaveLength(1)
})

it('the same attempt again within the hour is kept once', async () => {
  const request = await ask()
  const before = (await attempts()).length
  const trying = { request: request.id, verdict: 'reject', note: 'No' } as const
  for (let turn = 0; turn < 3; turn++) await world.inbox.decide(cleo, trying)
  expect(await attempts()).toHaveLength(before + 1)
})

it('a mark that is being written while eligibility is made anew is waited for, and stays', async () => {
  const request = await ask()
  await leave('u-cleo')
  await join('u-cleo')
  const context = await world.store.refreshContext('northgate', request.id)
  const marker = new pg.Client({ connectionString: world.test.ownerUrl })
  await marker.connect()
  await marker.query(`begin; update timers set due = due where what = 'refresh' and request = '${request.id}'`)
  const row = { org: 'northgate', request: request.id, mark: context?.mark ?? '', standings: [] }
  const written = world.store.refreshEligibility(row)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await world.test.query(waiting)).length).toBe(1)
  await marker.query('commit')
  await marker.end()
  expect(await written).toBe('again')
  expect(await world.store.markedRequests('northgate', 10)).toContain(request.id)
})

it('whom it is for is near it, however many are named', async () => {
  await world.test.query(`begin; insert into users (id, email, name) select 'a' || n, 'a' || n || '@x.example', 'A' from generate_series(1, 2001) n;
    insert into members (organization, user_id, role) select 'northgate', 'a' || n, 'lead' from generate_series(1, 2001) n; commit`)
  const near = `select id from people_near('northgate', '{"kind": "role", "role": "lead"}', 'u-tomas')`
  const found = await world.test.query<{ id: string }>(near)
  await world.test.query(`delete from members where user_id ~ '^a[0-9]'`)
  expect([found.length, found[0]?.id]).toEqual([2000, 'u-tomas'])
})

it('a reason is owed where the policy says so, and not elsewhere', async () => {
  await world.policy('order_towels', { who: FRONT, reasonOwed: 'always' })
  const strict = await ask()
  expect(codeOf(await world.approve(ada, strict.id))).toBe('reason_owed')
  const { token } = await world.openAs(ada, strict.id)
  const note = 'We are out of them'
  expect(
    codeOf(await world.inbox.decide(ada, { request: strict.id, verdict: 'approve', token: token ?? '', note })),
  ).toBe('ok')
  await world.policy('order_towels', { who: FRONT, reasonOwed: 'never' })
  const lax = await ask()
  expect(codeOf(await world.inbox.decide(ada, { request: lax.id, verdict: 'reject' }))).toBe('ok')
})

type Step = { person: string; act: 'approve' | 'reject' | 'leave' | 'come'; digest: 'd1' | 'd2'; late: boolean }
const aStep: fc.Arbitrary<Step> = fc.record({
  person: fc.constantFrom('u-ada', 'u-ben', 'u-cleo', 'u-vic'),
  act: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'leave', 'come'),
  digest: fc.constantFrom('d1', 'd2'),
  late: fc.boolean(),
})

/** A verdict as the use case records it, with a token for exactly what it approves; made anew where it must be. */
async function verdictOf(request: { id: string; fingerprint: string }, { person, act, digest }: Step): Promise<string> {
  const token = newToken('cnf', randomBytes(24))
  const at = { org: 'northgate', request: request.id, person }
  const isApproval = act === 'approve'
  if (isApproval)
    await world.store.issueToken({
      ...{ ...at, hash: tokenHash(token), boundUser: 'u-tomas', tool: 'order_towels', inputs: '{}', agent: null },
      ...{ fingerprint: request.fingerprint, displayDigest: digest, shown: '{}' },
    })
  const row = {
    ...{
      ...at,
      verdict: isApproval ? ('approve' as const) : ('reject' as const),
      answer: '',
      performs: 'client' as const,
    },
    ...{ note: isApproval ? null : 'No', tokenHash: isApproval ? tokenHash(token) : null },
    displayDigest: isApproval ? digest : null,
  }
  for (;;) {
    const { code, status } = await world.store.decide(row)
    if (code !== 'stale') return code === 'ok' ? String(status) : code
    await refreshEligibility(world.ports, world.tools, 'northgate', request.id)
  }
}

it('whoever comes and goes between the verdicts, nothing is approved but by a quorum of people who may', async () => {
  const seen = { approved: 0 }
  const property = fc.asyncProperty(
    fc.array(aStep, { minLength: 4, maxLength: 14 }),
    fc.integer({ min: 1, max: 3 }),
    async (steps, quorum) => {
      const here = new Set(['u-ada', 'u-ben', 'u-vic'])
      for (const person of ['u-ada', 'u-ben', 'u-vic']) await join(person)
      await leave('u-cleo')
      await world.policy('order_towels', { who: FRONT, quorum, oneEnds: false })
      const request = await ask()
      // whose approval of what stands, said anew
      const standing = new Map<string, Set<string>>()
      for (const step of steps) {
        const { person, act, digest, late } = step
        await world.advance(1_000)
        if (act === 'come') here.add(person)
        if (act === 'leave') {
          here.delete(person)
          standing.delete(person)
        }
        if (act === 'come' || act === 'leave') {
          await (act === 'come' ? join(person) : leave(person))
          if (!late) await world.work()
          continue
        }
        const said = await verdictOf(request, step)
        const at = `${act} of ${person} in ${JSON.stringify(steps)}`
        if (!here.has(person)) {
          expect(said, at).toBe('not_found')
          continue
        }
        if (act === 'reject') standing.delete(person)
        else standing.set(person, (standing.get(person) ?? new Set()).add(digest))
        const count = [...standing.values()].filter((digests) => digests.has(digest)).length
        if (act === 'approve' && said !== 'own_verdict') expect(said, at).toBe(count >= quorum ? 'approved' : 'pending')
        if (said === 'approved') seen.approved++
        if (said === 'approved' || said === 'rejected') return
      }
    },
  )
  await fc.assert(property, { numRuns: 40 })
  expect(seen.approved).toBeGreaterThan(5)
}, 120_000)
