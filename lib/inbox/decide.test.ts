import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '@/lib/audit'
import type { DecideCommand, Proposal } from './inbox'
import { aWorld, codeOf, granted, HOUR_MS, MINUTE_MS, type Way, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
  const people = { kind: 'people' as const, people: ['u-ada', 'u-ben', 'u-cleo'] }
  await world.policy('order_towels', { who: people, quorum: 2 })
  await world.policy('post_letter', { who: people, quorum: 2, oneEnds: false })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.mood.barred.clear()
  world.mood.describeThrows = world.mood.authorizeThrows = false
  await world.test.query('delete from play.effects')
  await world.setSign('door', 'Open')
})

const decide = (who: 'ada' | 'ben' | 'cleo' | 'tomas' | 'vic' | 'zoe', command: DecideCommand) =>
  world.inbox.decide(world.people[who], command)
const reject = (request: string, note = 'No'): DecideCommand => ({ request, verdict: 'reject', note })
const tokenFor = async (who: 'ada' | 'ben' | 'cleo', request: string) =>
  (await world.openAs(world.people[who], request)).token ?? ''
const statusOf = async (request: string) => granted(await world.inbox.viewForClient(world.client, request))
const eventsOf = async (request: string) =>
  (
    await world.test.query<{ kind: string; body: string }>(
      'select kind, body from events where request = $1 order by n',
      [request],
    )
  ).map(({ kind, body }) => ({ kind, ...JSON.parse(body) }))
/** Two people must approve; towels come out differently only by count, signs by the world. */
const towels: Partial<Proposal> = { tool: 'order_towels', inputs: { count: 4 } }

async function expectOneChain(request: string): Promise<void> {
  const events = await world.test.query<{ n: number; body: string; head: Buffer; hash: Buffer }>(
    'select n, body, head, hash from events where request = $1 order by n',
    [request],
  )
  const [row] = await world.test.query<{ events: number; head: Buffer }>(
    'select events, head from requests where id = $1',
    [request],
  )
  expect(verifyChain(events, row)).toMatchObject({ ok: true })
}

describe('an approval', () => {
  it('decides, performs here in the same transaction, and says who and when', async () => {
    const request = await world.propose()
    const result = granted(await world.approve(world.people.ada, request.id))
    expect(result).toEqual({
      status: 'approved',
      outcome: 'done',
      verdict: 'approve',
      at: expect.any(String),
      repeated: false,
    })
    expect(await world.effects()).toBe(1)
    expect(await statusOf(request.id)).toMatchObject({
      status: 'approved',
      outcome: 'done',
      outcomeNote: 'The sign is set.',
      decision: { by: { id: 'u-ada', name: 'Ada' } },
      approvals: { have: 1, need: 1 },
    })
    expect((await eventsOf(request.id)).map(({ kind }) => kind)).toEqual([
      'request.proposed',
      'request.verdict',
      'request.performed',
    ])
    await expectOneChain(request.id)
  })
  it('of a write that the client performs leaves the outcome waiting', async () => {
    const request = await world.propose(towels)
    granted(await world.approve(world.people.ada, request.id))
    expect(granted(await world.approve(world.people.ben, request.id))).toMatchObject({ outcome: 'waiting' })
  })
})

describe('answers come in the order of the design', () => {
  it('who may not see it hears «not found», whatever else is wrong', async () => {
    const { id } = await world.propose()
    const answers = [
      await decide('vic', { request: id, verdict: 'approve', token: 'x' }),
      await decide('zoe', reject(id)),
      await decide('ada', reject('no id')),
      await decide('ada', reject('01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21')),
    ]
    world.mood.barred.add('u-ben')
    answers.push(await decide('ben', reject(id)))
    for (const answer of answers) expect(answer).toEqual({ ok: false, error: { code: 'not_found', at: [] } })
  })
  it('a loser is told who decided and when, before anything is said of their note, their token or their right', async () => {
    const { id } = await world.propose()
    granted(await decide('ada', reject(id)))
    const when = (await statusOf(id)).decidedAt
    for (const answer of [
      await decide('ben', { request: id, verdict: 'approve', token: 'nonsense' }),
      await decide('ben', { request: id, verdict: 'return' }),
      await decide('tomas', reject(id)),
    ])
      expect(answer).toEqual({
        ok: false,
        error: { code: 'already_decided', at: [{ path: '$', message: 'rejected' }], by: 'Ada', when },
      })
  })
  it('who may see and not decide is told why', async () => {
    const { id } = await world.propose()
    expect(await decide('tomas', { request: id, verdict: 'reject' })).toEqual({
      ok: false,
      error: { code: 'may_not_decide', at: [{ path: '$', message: 'asked_on_their_behalf' }] },
    })
  })
  it.each(['', '   ', undefined])('a reason is owed for a rejection and a return (%j)', async (note) => {
    const { id } = await world.propose()
    for (const verdict of ['reject', 'return'] as const) {
      const command = { request: id, verdict, ...(note === undefined ? {} : { note }) }
      expect(await decide('ada', command)).toMatchObject({
        ok: false,
        error: { code: 'reason_owed', at: [{ path: '$.note' }] },
      })
    }
  })
  it.each(['a\u0000b', 'half \udfff', '😀'.repeat(4_001)])('a note that cannot be kept is refused', async (note) => {
    const { id } = await world.propose()
    const token = await tokenFor('ada', id)
    for (const command of [reject(id, note), { request: id, verdict: 'approve' as const, token, note }])
      expect(await decide('ada', command)).toMatchObject({
        ok: false,
        error: { code: 'invalid', at: [{ path: '$.note' }] },
      })
    expect(
      granted(await decide('ada', { request: id, verdict: 'approve', token, note: '😀'.repeat(4_000) })).status,
    ).toBe('approved')
  })
})

describe('every fault of a token is «look again», and costs nothing', () => {
  it('unknown, none, another person’s, another request’s, a grant’s, used, expired: equal answers', async () => {
    const [one, other] = [await world.propose(), await world.propose()]
    const mine = await tokenFor('ada', one.id)
    const before = await eventsOf(one.id)
    const faulty: (string | undefined)[] = [
      undefined,
      '',
      'cnf_000000000000000000000000000000000000000000000000',
      mine.toUpperCase(),
      `${mine} `,
      mine.replace('cnf', 'grt'),
      await tokenFor('ben', one.id),
      await tokenFor('ada', other.id),
    ]
    for (const token of faulty)
      expect(
        await decide('ada', { request: one.id, verdict: 'approve', ...(token === undefined ? {} : { token }) }),
      ).toEqual({ ok: false, error: { code: 'look_again', at: [] } })
    expect(await eventsOf(one.id)).toEqual(before)
    expect(await world.effects()).toBe(0)
    expect(granted(await decide('ada', { request: one.id, verdict: 'approve', token: mine })).status).toBe('approved')
  })
  it('a token is good at the instant of its expiry and not a millisecond later', async () => {
    const [one, two] = [await world.propose(), await world.propose()]
    const [first, second] = [await tokenFor('ada', one.id), await tokenFor('ada', two.id)]
    await world.advance(30 * MINUTE_MS)
    expect(codeOf(await decide('ada', { request: one.id, verdict: 'approve', token: first }))).toBe('ok')
    await world.setSign('door', 'Open')
    await world.advance(1)
    expect(codeOf(await decide('ada', { request: two.id, verdict: 'approve', token: second }))).toBe('look_again')
  })
  it('a token spent on a first approval does not approve again after a change of mind', async () => {
    const { id } = await world.propose({ tool: 'post_letter', inputs: {} })
    const token = await tokenFor('ada', id)
    granted(await decide('ada', { request: id, verdict: 'approve', token }))
    granted(await decide('ada', reject(id)))
    expect(codeOf(await decide('ada', { request: id, verdict: 'approve', token }))).toBe('look_again')
  })
})

describe('what was shown is what runs', () => {
  it('a confirmation that changed is not approved, and the new one can be', async () => {
    const { id } = await world.propose()
    const token = await tokenFor('ada', id)
    await world.setSign('door', 'Changed')
    expect(codeOf(await decide('ada', { request: id, verdict: 'approve', token }))).toBe('look_again')
    expect(await world.effects()).toBe(0)
    expect(codeOf(await world.approve(world.people.ada, id))).toBe('ok')
  })
  it('one that changed and changed back is the one that was shown', async () => {
    const { id } = await world.propose()
    const token = await tokenFor('ada', id)
    await world.setSign('door', 'Changed')
    expect(codeOf(await decide('ada', { request: id, verdict: 'approve', token }))).toBe('look_again')
    await world.setSign('door', 'Open')
    expect(codeOf(await decide('ada', { request: id, verdict: 'approve', token }))).toBe('ok')
  })
  it('nothing is approved that cannot be described, and it can still be rejected', async () => {
    const { id } = await world.propose()
    const token = await tokenFor('ada', id)
    world.mood.describeThrows = true
    expect(codeOf(await decide('ada', { request: id, verdict: 'approve', token }))).toBe('tool_failed')
    world.mood.authorizeThrows = true
    expect(codeOf(await decide('ada', { request: id, verdict: 'approve', token }))).toBe('tool_failed')
    expect(granted(await decide('ada', reject(id))).status).toBe('rejected')
  })
})

describe('reject and return', () => {
  it.each([
    ['reject', 'rejected'],
    ['return', 'returned'],
  ] as const)(
    '%s ends the request, keeps the note, closes it for everybody and performs nothing',
    async (verdict, status) => {
      const { id } = await world.propose()
      expect(granted(await decide('ben', { request: id, verdict, note: ' Not on Monday ' }))).toMatchObject({
        status,
        outcome: null,
      })
      expect(await statusOf(id)).toMatchObject({
        status,
        outcome: null,
        decision: { by: { id: 'u-ben', name: 'Ben' }, note: 'Not on Monday' },
      })
      expect(await world.effects()).toBe(0)
      expect(
        await world.test.query('select 1 from eligibility where request = $1 and closed_at is null', [id]),
      ).toEqual([])
      expect(await world.test.query('select 1 from timers where request = $1', [id])).toEqual([])
      await expectOneChain(id)
    },
  )
})

describe('one’s own repeated verdict answers as the first did', () => {
  it('after the request is decided, and changes nothing', async () => {
    const { id } = await world.propose()
    const token = await tokenFor('ada', id)
    const first = granted(await decide('ada', { request: id, verdict: 'approve', token }))
    await world.advance(MINUTE_MS)
    const events = await eventsOf(id)
    for (const again of [token, undefined]) {
      const second = granted(
        await decide('ada', { request: id, verdict: 'approve', ...(again === undefined ? {} : { token: again }) }),
      )
      expect(second).toEqual({ ...first, repeated: true })
    }
    expect(await eventsOf(id)).toEqual(events)
    expect(await world.effects()).toBe(1)
  })
  it('while the quorum is not reached', async () => {
    const { id } = await world.propose(towels)
    const first = granted(await world.approve(world.people.ada, id))
    await world.advance(MINUTE_MS)
    const second = granted(await world.approve(world.people.ada, id))
    expect(second).toEqual({ ...first, repeated: true })
    expect(await statusOf(id)).toMatchObject({ status: 'pending', approvals: { have: 1, need: 2 } })
  })
  it('while it cannot be described any more', async () => {
    const { id } = await world.propose(towels)
    const first = granted(await world.approve(world.people.ada, id))
    world.mood.describeThrows = true
    const again = await decide('ada', { request: id, verdict: 'approve', token: `cnf_${'0'.repeat(48)}` })
    expect(granted(again)).toEqual({ ...first, repeated: true })
    expect(await decide('ben', { request: id, verdict: 'approve' })).toMatchObject({ error: { code: 'tool_failed' } })
  })
  it('a repeated rejection needs no second reason', async () => {
    const { id } = await world.propose()
    const first = granted(await decide('ada', reject(id)))
    expect(granted(await decide('ada', { request: id, verdict: 'reject' }))).toEqual({ ...first, repeated: true })
  })
  it('another verdict than one’s own is not a repeat', async () => {
    const { id } = await world.propose()
    granted(await world.approve(world.people.ada, id))
    expect(await decide('ada', reject(id))).toMatchObject({ error: { code: 'already_decided', by: 'Ada' } })
  })
})

describe('a quorum of two', () => {
  it('is reached by two people, not by one person twice, and performs once', async () => {
    await world.policy('set_sign', { who: { kind: 'people', people: ['u-ada', 'u-ben', 'u-cleo'] }, quorum: 2 })
    const { id } = await world.propose()
    expect(granted(await world.approve(world.people.ada, id))).toMatchObject({ status: 'pending', outcome: null })
    expect(await world.effects()).toBe(0)
    expect(granted(await world.approve(world.people.ben, id))).toMatchObject({ status: 'approved', outcome: 'done' })
    expect(await world.effects()).toBe(1)
  })
  it('an approval under another confirmation does not count with the first: it puts the request back', async () => {
    const { id } = await world.propose()
    granted(await world.approve(world.people.ada, id))
    const rank = async () =>
      (
        await world.test.query<{ rank: number }>(
          "select rank from eligibility where request = $1 and person = 'u-ada'",
          [id],
        )
      )[0]?.rank
    expect(await rank()).toBe(1)
    await world.setSign('door', 'Another world')
    expect(granted(await world.approve(world.people.ben, id))).toMatchObject({ status: 'pending' })
    expect(await rank()).toBe(0)
    const { view } = await world.openAs(world.people.cleo, id)
    expect(view.history.at(-1)?.kind).toBe('request.put_back')
    expect(view.approvals.map(({ person, counts }) => [person.name, counts])).toEqual([
      ['Ada', false],
      ['Ben', true],
    ])
    expect(granted(await world.approve(world.people.ada, id))).toMatchObject({ status: 'approved' })
    await expectOneChain(id)
  })
  it('an approval of a question that came back counts, on the page as in the decision, and is given once', async () => {
    const { id } = await world.propose()
    granted(await world.approve(world.people.ada, id))
    await world.setSign('door', 'Another world')
    granted(await world.approve(world.people.ada, id))
    const { view: moved } = await world.openAs(world.people.ben, id)
    expect(moved.history.map(({ kind }) => kind)).not.toContain('request.put_back') // there was nobody else to put back
    await world.setSign('door', 'Open')
    const again = await world.openAs(world.people.ada, id)
    const repeat = await world.inbox.decide(world.people.ada, {
      request: id,
      verdict: 'approve',
      token: String(again.token),
    })
    expect(granted(repeat)).toMatchObject({ status: 'pending', repeated: true })
    const { view } = await world.openAs(world.people.ben, id)
    expect(view.approvals.filter(({ counts }) => counts).map(({ person }) => person.name)).toEqual(['Ada'])
    expect(granted(await world.approve(world.people.ben, id))).toMatchObject({ status: 'approved' })
  })
  it('what a second approver sees was approved only counts for what is shown now', async () => {
    const { id } = await world.propose()
    granted(await world.approve(world.people.ada, id))
    expect((await world.openAs(world.people.ben, id)).view.approvals[0]?.counts).toBe(true)
    await world.setSign('door', 'Another world')
    expect((await world.openAs(world.people.ben, id)).view.approvals[0]?.counts).toBe(false)
    granted(await decide('cleo', reject(id)))
    await world.test.query("delete from policies where subject = 'set_sign'")
  })
  it('waits for others first once one has signed', async () => {
    const { id } = await world.propose(towels)
    granted(await world.approve(world.people.ada, id))
    const mine = async (who: 'ada' | 'ben') =>
      (await world.inbox.list(world.people[who], { view: 'mine' })).rows.find((row) => row.id === id)?.mine
    expect([await mine('ada'), await mine('ben')]).toEqual(['signed', 'decide'])
  })
  it('a person’s own later rejection takes the approval back', async () => {
    const { id } = await world.propose({ tool: 'post_letter', inputs: {} })
    granted(await world.approve(world.people.ada, id))
    expect(granted(await decide('ada', reject(id)))).toMatchObject({ status: 'pending' })
    expect(granted(await world.approve(world.people.ben, id))).toMatchObject({ status: 'pending' })
    expect(granted(await world.approve(world.people.cleo, id))).toMatchObject({ status: 'approved' })
  })
  it('a verdict counts only while its author may decide', async () => {
    const { id } = await world.propose(towels)
    granted(await world.approve(world.people.ada, id))
    await world.test.query("update eligibility set may_decide = false where request = $1 and person = 'u-ada'", [id])
    expect(granted(await world.approve(world.people.ben, id))).toMatchObject({ status: 'pending' })
    expect(granted(await world.approve(world.people.cleo, id))).toMatchObject({ status: 'approved' })
  })
})

describe('where one rejection does not end it', () => {
  it('the request ends as soon as the quorum can no longer be reached', async () => {
    const { id } = await world.propose({ tool: 'post_letter', inputs: {} })
    expect(granted(await decide('ada', reject(id)))).toMatchObject({ status: 'pending' })
    expect(granted(await decide('ben', { request: id, verdict: 'return', note: 'Ask again' }))).toMatchObject({
      status: 'returned',
    })
  })
  it('who said no may still say yes', async () => {
    const { id } = await world.propose({ tool: 'post_letter', inputs: {} })
    granted(await decide('ada', reject(id)))
    granted(await world.approve(world.people.ada, id))
    expect(granted(await world.approve(world.people.ben, id))).toMatchObject({ status: 'approved', outcome: 'waiting' })
  })
})

describe('performing here goes wrong: approved, failed; what was written is undone, the decision is kept', () => {
  const inputs = (way: Way) => ({ inputs: { sign: 'door', text: 'New', way } })
  async function approved(way: Way) {
    const request = await world.propose(inputs(way))
    const decided = granted(await world.approve(world.people.ada, request.id))
    expect(decided).toMatchObject({ status: 'approved' })
    const view = granted(await world.inbox.view(world.people.ben, request.id))
    expect(view.outcome).toBe(decided.outcome)
    expect(view.history.map(({ kind }) => kind)).toEqual(['request.proposed', 'request.verdict', 'request.performed'])
    await expectOneChain(request.id)
    const [sign] = await world.test.query<{ text: string }>("select text from play.signs where id = 'door'")
    return { outcome: view.outcome, note: view.outcomeNote, effects: await world.effects(), sign: sign?.text }
  }
  const undone = { outcome: 'failed', effects: 0, sign: 'Open' }
  const BROKE = 'The write failed and was undone. Nothing was changed.'

  it('the tool looks again and refuses: its words are told', async () => {
    expect(await approved('refuses')).toEqual({ ...undone, note: 'The sign is being painted.' })
  })
  it('the tool throws: its words are for the log only', async () => {
    expect(await approved('throws')).toEqual({ ...undone, note: BROKE })
    expect(world.logged.at(-1)).toMatchObject({ event: 'perform.threw' })
  })
  it('a statement fails and the tool goes on as if nothing had happened', async () => {
    expect(await approved('swallows')).toEqual({ ...undone, note: BROKE })
  })
  it('a constraint that is checked at the end breaks', async () => {
    expect(await approved('breaks_later')).toEqual({ ...undone, note: BROKE })
  })
  it('the tool says «commit»', async () => {
    expect(await approved('commits')).toEqual({ ...undone, note: BROKE })
  })
  it('a statement that never ends is ended', async () => {
    expect(await approved('sleeps')).toEqual({ ...undone, note: BROKE })
  })
  it('a tool that never answers is given up', async () => {
    expect(await approved('hangs')).toEqual({ ...undone, note: BROKE })
  })
  it('who it is for lost the right between asking and performing', async () => {
    const request = await world.propose()
    const token = await tokenFor('ada', request.id)
    world.mood.barred.add('u-tomas')
    expect(granted(await decide('ada', { request: request.id, verdict: 'approve', token }))).toMatchObject({
      outcome: 'failed',
    })
    expect(await world.effects()).toBe(0)
    expect((await statusOf(request.id)).outcomeNote).toContain('may no longer make this write')
  })
  it('a tool that changes the organization of the transaction changes nothing but its own', async () => {
    expect(await approved('moves')).toMatchObject({ outcome: 'done', effects: 1, sign: 'New' })
  })
})

describe('past its time', () => {
  it('a request is expired for every verdict before any worker has written so', async () => {
    const request = await world.propose({ expiresInMs: HOUR_MS })
    await world.advance(40 * MINUTE_MS)
    const token = await tokenFor('ada', request.id)
    await world.advance(20 * MINUTE_MS)
    for (const command of [{ request: request.id, verdict: 'approve' as const, token }, reject(request.id)])
      expect(await decide('ada', command)).toEqual({
        ok: false,
        error: { code: 'already_decided', at: [{ path: '$', message: 'expired' }], when: request.expiresAt },
      })
    expect(await world.effects()).toBe(0)
  })
})
