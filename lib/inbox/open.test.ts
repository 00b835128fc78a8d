import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { displayDigest } from '@/lib/confirmation'
import { defineTool, registry } from '@/lib/tools'
import { makeInbox } from './make-inbox'
import { aWorld, codeOf, granted, MINUTE_MS, playTools, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.mood.barred.clear()
  world.mood.describeThrows = world.mood.authorizeThrows = false
})

const tokensOf = (request: string) =>
  world.test.query<{ held_by: string; live: boolean }>(
    'select held_by, expires_at >= app_now() and used_at is null as live from tokens where request = $1 order by created_at',
    [request],
  )

describe('opening a request', () => {
  it('shows every eligible person the same confirmation, by digest', async () => {
    const { id } = await world.propose()
    const { ada, ben, cleo, tomas } = world.people
    const opened = await Promise.all([ada, ben, cleo, tomas].map((person) => world.openAs(person, id)))
    expect(new Set(opened.map(({ displayDigest }) => displayDigest)).size).toBe(1)
    for (const { confirmation, displayDigest: digest } of opened) {
      if (confirmation === null) throw new Error('nothing was described')
      expect(displayDigest(confirmation)).toBe(digest)
    }
  })

  it('describes the world as it is now, not as it was when proposed', async () => {
    const { id } = await world.propose()
    const first = await world.openAs(world.people.ada, id)
    await world.setSign('door', 'Changed meanwhile')
    const second = await world.openAs(world.people.ada, id)
    expect(second.displayDigest).not.toBe(first.displayDigest)
    expect(second.confirmation?.details[0]?.before).toBe('Changed meanwhile')
    await world.setSign('door', 'Open')
  })

  it('mints a token for who may decide, kept as a hash only, for thirty minutes and never past it', async () => {
    const { id } = await world.propose()
    const { token, tokenExpiresAt, shownAt } = await world.openAs(world.people.ada, id)
    expect(token).toMatch(/^cnf_[0-9a-f]{48}$/)
    expect(Date.parse(tokenExpiresAt ?? '') - Date.parse(shownAt)).toBe(30 * MINUTE_MS)
    const everything = await world.test.query<{ row: string }>('select tokens::text as row from tokens')
    expect(everything.map(({ row }) => row).join()).not.toContain(token?.slice(4))
  })

  it('mints none for who may see and not decide', async () => {
    const { id } = await world.propose()
    const opened = await world.openAs(world.people.tomas, id)
    expect(opened).toMatchObject({ token: null, tokenExpiresAt: null })
    expect(opened.confirmation).not.toBeNull()
    expect(opened.view.you).toMatchObject({ mayDecide: false, why: 'asked_on_their_behalf', mayWithdraw: true })
    expect(await tokensOf(id)).toEqual([])
  })

  it('a sixth live token of a person and request ends the oldest, also when pages open at once', async () => {
    const { id } = await world.propose()
    const { ada, ben } = world.people
    const tokens: (string | null)[] = []
    for (let n = 0; n < 6; n++) {
      tokens.push((await world.openAs(ada, id)).token)
      await world.advance(1_000)
    }
    await world.openAs(ben, id)
    expect((await tokensOf(id)).map(({ live }) => live)).toEqual([false, true, true, true, true, true, true])
    const oldest = await world.inbox.decide(ada, { request: id, verdict: 'approve', token: tokens[0] ?? '' })
    expect(codeOf(oldest)).toBe('look_again')
    await Promise.all(Array.from({ length: 12 }, () => world.openAs(ada, id)))
    expect((await tokensOf(id)).filter(({ held_by, live }) => live && held_by === 'u-ada')).toHaveLength(5)
  })

  it('where describing fails the page opens without a token, says nothing of why, and the log does', async () => {
    const { id } = await world.propose()
    world.mood.describeThrows = true
    const opened = await world.openAs(world.people.ada, id)
    expect(opened).toMatchObject({ confirmation: null, token: null, displayDigest: null })
    expect(JSON.stringify(opened)).not.toContain('cannot be read')
    expect(world.logged.at(-1)).toMatchObject({ event: 'tool.threw', facts: { step: 'describe', request: id } })
    world.mood.describeThrows = false
    world.mood.authorizeThrows = true
    expect(await world.openAs(world.people.ada, id)).toMatchObject({ confirmation: null, token: null })
  })

  it('a tool that this installation has in another version only cannot be described or approved', async () => {
    const { id } = await world.propose()
    const { token } = await world.openAs(world.people.ada, id)
    const newer = playTools(world.mood).map((tool) => ({ ...tool, version: '2' }))
    const upgraded = makeInbox(
      world.ports,
      registry(newer, () => () => []),
    )
    expect(granted(await upgraded.open(world.people.ada, id))).toMatchObject({ confirmation: null, token: null })
    const approval = await upgraded.decide(world.people.ada, { request: id, verdict: 'approve', token: token ?? '' })
    expect(codeOf(approval)).toBe('tool_failed')
    const rejection = await upgraded.decide(world.people.ada, { request: id, verdict: 'reject', note: 'Too old' })
    expect(granted(rejection).status).toBe('rejected')
  })

  it('a decided request shows what was approved, without describing and without a token', async () => {
    const request = await world.propose()
    granted(await world.approve(world.people.ada, request.id))
    world.mood.describeThrows = true
    const opened = await world.openAs(world.people.ben, request.id)
    expect(opened).toMatchObject({ token: null, view: { status: 'approved', decidedBy: { name: 'Ada' } } })
    expect(opened.confirmation?.title).toBe(request.title)
    await world.setSign('door', 'Open')
  })
})

describe('who may not see it learns nothing', () => {
  it('not named, not a member, of another organization, no longer authorized, no such request: equal answers', async () => {
    const { id } = await world.propose()
    const { vic, zoe, ben } = world.people
    world.mood.barred.add('u-ben')
    const nowhere = '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21'
    const answers = [
      await world.inbox.open(vic, id),
      await world.inbox.open(zoe, id),
      await world.inbox.open({ ...zoe, id: 'u-ada' }, id),
      await world.inbox.open(ben, id),
      await world.inbox.open(vic, nowhere),
      await world.inbox.open(vic, 'not an id'),
      await world.inbox.open(vic, id.toUpperCase()),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"ok":false,"error":{"code":"not_found","at":[]}}']),
    )
  })
})

describe('viewing a request', () => {
  it('mints nothing and changes no row', async () => {
    const { id } = await world.propose()
    await world.openAs(world.people.ada, id)
    const rows = async () =>
      Promise.all(
        ['requests', 'tokens', 'eligibility', 'verdicts', 'events', 'timers', 'outbox', 'changes'].map((table) =>
          world.test.query(`select md5(string_agg(t::text, ',' order by t::text)) as rows from ${table} t`),
        ),
      )
    const before = await rows()
    const seen = granted(await world.inbox.view(world.people.ada, id))
    await world.inbox.list(world.people.ada, { view: 'mine' })
    await world.inbox.viewForClient(world.client, id)
    expect(await rows()).toEqual(before)
    expect(seen).toMatchObject({
      confirmation: null,
      status: 'pending',
      performs: 'here',
      tool: { label: 'Set a sign' },
    })
  })

  it('is asked of the tool again while it is pending, and is history once it is over', async () => {
    const { id } = await world.propose()
    world.mood.barred.add('u-ben')
    expect(codeOf(await world.inbox.view(world.people.ben, id))).toBe('not_found')
    granted(await world.inbox.decide(world.people.ada, { request: id, verdict: 'reject', note: 'No' }))
    expect(granted(await world.inbox.view(world.people.ben, id)).status).toBe('rejected')
  })
})

describe('what a page showed', () => {
  it('is told to whom the token was given, for this request, and to nobody else', async () => {
    const [one, other] = [await world.propose(), await world.propose()]
    const { ada, ben, zoe } = world.people
    const { token, confirmation, shownAt } = await world.openAs(ada, one.id)
    expect(await world.inbox.shownWith(ada, one.id, token ?? '')).toEqual({ confirmation, shownAt })
    expect(await world.inbox.shownWith(ben, one.id, token ?? '')).toBeNull()
    expect(await world.inbox.shownWith(ada, other.id, token ?? '')).toBeNull()
    expect(await world.inbox.shownWith(zoe, one.id, token ?? '')).toBeNull()
    expect(await world.inbox.shownWith(ada, one.id, 'cnf_none')).toBeNull()
    expect(await world.inbox.shownWith(ada, 'not an id', token ?? '')).toBeNull()
  })
})

describe('what tools read with', () => {
  it('cannot write: PostgreSQL itself says no', async () => {
    const writes = defineTool({
      ...{ name: 'set_sign', version: '1', label: 'Writes', inputs: {}, policy: { who: { kind: 'proposed_for' } } },
      authorize: async (_call, principals, sql) => {
        await sql.query("update play.signs set text = 'written while looking'")
        return principals.map(({ id }) => id)
      },
      describe: async () => ({ title: 't', summary: 's', details: [], warnings: [] }),
    })
    const { id } = await world.propose()
    const inbox = makeInbox(
      world.ports,
      registry([writes], () => () => []),
    )
    expect(granted(await inbox.open(world.people.ada, id)).token).toBeNull()
    expect(String(world.logged.at(-1)?.facts.error)).toContain('read-only transaction')
    expect(await world.test.query("select 1 from play.signs where text = 'written while looking'")).toEqual([])
  })
})
