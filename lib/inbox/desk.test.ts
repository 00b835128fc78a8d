import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '@/lib/policy'
import type { DeskQuery } from './desk-views'
import { makeInbox } from './make-inbox'
import { aPerson, aWorld, codeOf, granted, HOUR_MS, type World } from './testing'

/** Ids of requests carry their age, so the world here is a day and a bit old: it proposes with ids of earlier times. */
let world: World
const lead: Person = { ...aPerson('ada'), role: 'lead' }
const now = new Date('2026-12-01T09:00:00.000Z')
const people = { kind: 'people' as const, people: ['u-ada', 'u-ben', 'u-cleo'] }

beforeAll(async () => {
  world = await aWorld()
  await world.policy('order_towels', { who: people, quorum: 2 })
  await world.test.query("update members set role = 'lead' where user_id = 'u-ada'")
  await world.test.query(`insert into teams (organization, id, name) values ('northgate', 't-bar', 'Bar'), ('southgate', 't-spa', 'Spa');
    insert into team_members (organization, team, user_id, lead) values ('northgate', 't-bar', 'u-cleo', true), ('northgate', 't-bar', 'u-vic', false)`)
})
afterAll(() => world.close())

/** Proposes as if `hours` ago. */
async function proposedAgo(hours: number, tool = 'set_sign'): Promise<string> {
  const ms = now.getTime() - hours * HOUR_MS
  const time = ms.toString(16).padStart(12, '0')
  const newId = () => world.ports.newId().replace(/^.{13}/, `${time.slice(0, 8)}-${time.slice(8)}`)
  const inbox = makeInbox({ ...world.ports, newId }, world.tools)
  const inputs = tool === 'set_sign' ? { sign: 'door', text: 'Closed' } : { count: 3 }
  return granted(await inbox.propose(world.client, { tool, inputs, onBehalfOf: 'u-tomas' }, null)).request.id
}
const desk = (person: Person = lead, query: Partial<DeskQuery> = {}) =>
  world.inbox.desk(person, { by: 'age', ...query }, { zone: 'Europe/London', now })
const assign = (person: Person, request: string, ...ids: string[]) => world.inbox.assign(person, request, ids)
const rowsOf = async (query: Partial<DeskQuery> = {}) => granted(await desk(lead, query)).rows.map(({ id }) => id)

describe('the desk', () => {
  it('is for leads, admins and whoever leads a team, and for nobody else', async () => {
    expect(codeOf(await desk(lead))).toBe('ok')
    expect(codeOf(await desk({ ...world.people.tomas, role: 'admin' }))).toBe('ok')
    expect(codeOf(await desk(world.people.cleo))).toBe('ok')
    expect(codeOf(await desk(world.people.ben))).toBe('not_found')
    // a member of a team is not its lead
    expect(codeOf(await desk(world.people.vic))).toBe('not_found')
  })

  it('counts by age, tool and person, the oldest on top, with whom each waits', async () => {
    const [old, young, middle] = [await proposedAgo(30), await proposedAgo(0.5), await proposedAgo(5, 'order_towels')]
    const page = granted(await desk())
    expect(page.rows.map(({ id }) => id)).toEqual([old, middle, young])
    expect(page.ages).toMatchObject({
      under_1h: { count: 1, isMore: false },
      '4_to_12h': { count: 1 },
      '1_to_2d': { count: 1 },
      older: { count: 0 },
    })
    expect(page.tools).toEqual([
      { id: 'set_sign', name: 'Set a sign', kind: 'write', count: 2 },
      { id: 'order_towels', name: 'Order towels', kind: 'write', count: 1 },
    ])
    expect(page.people.map(({ id, waiting }) => [id, waiting])).toEqual([
      ['u-ada', 3],
      ['u-ben', 3],
      ['u-cleo', 3],
    ])
    expect(page.rows[1]).toMatchObject({ approvals: { have: 0, need: 2 }, tool: { name: 'Order towels' } })
    granted(await world.approve(world.people.ben, middle))
    const after = granted(await desk()).rows[1]
    expect(after?.approvals).toEqual({ have: 1, need: 2 })
    expect(after?.deciders.find(({ id }) => id === 'u-ben')).toMatchObject({ hasSigned: true, isAsked: false })
  })

  it('is narrowed by tool, kind and team', async () => {
    const page = granted(await desk(lead, { tool: 'order_towels' }))
    expect(page.rows).toHaveLength(1)
    expect(page.ages['4_to_12h'].count).toBe(1)
    expect(page.ages.under_1h.count).toBe(0)
    expect(await rowsOf({ kind: 'plan' })).toEqual([])
    expect(await rowsOf({ team: 't-bar' })).toHaveLength(3)
    expect(await rowsOf({ team: 't-spa' })).toEqual([])
    expect(granted(await desk(world.people.cleo)).teams).toEqual([{ id: 't-bar', name: 'Bar' }])
    expect(granted(await desk({ ...lead, role: 'admin' })).teams).toEqual([{ id: 't-bar', name: 'Bar' }])
  })

  it('shows what expires first, page by page, and takes no made-up cursor', async () => {
    const soon = granted(
      await world.inbox.propose(
        world.client,
        { tool: 'set_sign', inputs: { sign: 'gate', text: 'x' }, onBehalfOf: 'u-tomas', expiresInMs: HOUR_MS },
        null,
      ),
    ).request.id
    expect((await rowsOf({ by: 'expiry' }))[0]).toBe(soon)
    expect(await rowsOf({ cursor: 'nonsense' })).toHaveLength(4)
    for (let n = 0; n < 24; n++) await proposedAgo(2)
    const first = granted(await desk(lead, { by: 'expiry' }))
    expect(first.rows).toHaveLength(25)
    const second = granted(await desk(lead, { by: 'expiry', ...(first.next === null ? {} : { cursor: first.next }) }))
    const all = [...first.rows, ...second.rows].map(({ id }) => id)
    expect(new Set(all).size).toBe(28)
    expect(all).toHaveLength(28)
  })

  it('says how long decisions took, on the reader’s days', async () => {
    const days = granted(await desk()).days
    expect(days).toHaveLength(14)
    expect(days.at(-1)).toEqual({ day: '2026-12-01', decided: 0, medianMs: null, slowestTenthMs: null })
    const request = await world.propose()
    await world.advance(2 * HOUR_MS)
    granted(await world.inbox.decide(world.people.ben, { request: request.id, verdict: 'reject', note: 'No' }))
    const today = granted(await desk()).days.at(-1)
    expect(today).toMatchObject({ day: '2026-12-01', decided: 1, medianMs: 2 * HOUR_MS })
  })

  it('counts and lists nothing that the reader may not see', async () => {
    const barred: Person = { ...world.people.vic, role: 'admin' }
    const page = granted(await desk(barred))
    expect(page).toMatchObject({ rows: [], tools: [], people: [] })
    expect(Object.values(page.ages).every(({ count }) => count === 0)).toBe(true)
    const elsewhere = granted(await desk({ ...world.people.zoe, role: 'admin' }))
    expect(elsewhere).toMatchObject({ rows: [], teams: [{ id: 't-spa', name: 'Spa' }] })
  })
})

describe('handing a request to others', () => {
  const ranks = async (request: string) =>
    Object.fromEntries(
      (
        await world.test.query<{ person: string; rank: number }>(
          'select person, rank from eligibility where request = $1 and may_decide',
          [request],
        )
      ).map(({ person, rank }) => [person, rank]),
    )

  it('moves it to the top of their lists, takes no right from anybody, and the history says so', async () => {
    const request = await proposedAgo(1)
    expect(granted(await assign(lead, request, 'u-ben'))).toEqual({ changed: true })
    expect(await ranks(request)).toEqual({ 'u-ada': 1, 'u-ben': 0, 'u-cleo': 1 })
    expect(granted(await assign(lead, request, 'u-ben'))).toEqual({ changed: false })
    const view = granted(await world.inbox.view(lead, request))
    expect(view.history.at(-1)).toMatchObject({ kind: 'request.assigned', people: ['u-ben'], actor: { id: 'u-ada' } })
    expect(view.history).toHaveLength(2)
    const mine = async (person: Person) =>
      (await world.inbox.list(person, { view: 'mine', tool: 'set_sign' })).rows.find((row) => row.id === request)
    expect((await mine(world.people.cleo))?.mine).toBe('handed')
    expect((await mine(world.people.ben))?.mine).toBe('decide')
    // whom it was taken off may still decide it
    expect(granted(await world.approve(world.people.cleo, request)).status).toBe('approved')
  })

  it('takes nobody who may not decide it, or has approved it, and not fewer than are needed', async () => {
    const request = await proposedAgo(1, 'order_towels')
    expect(await assign(lead, request, 'u-tomas')).toMatchObject({ error: { code: 'invalid' } })
    expect(await assign(lead, request, 'u-zoe', 'u-ben')).toMatchObject({ error: { code: 'invalid' } })
    expect(codeOf(await assign(lead, request, 'u-ben'))).toBe('nobody_may_decide')
    expect(codeOf(await assign(lead, request))).toBe('nobody_may_decide')
    granted(await world.approve(world.people.cleo, request))
    expect(await assign(lead, request, 'u-cleo')).toMatchObject({ error: { code: 'invalid' } })
    expect(granted(await assign(lead, request, 'u-ben'))).toEqual({ changed: true })
    expect(granted(await world.inbox.view(lead, request)).history.map(({ kind }) => kind)).toEqual([
      'request.proposed',
      'request.verdict',
      'request.assigned',
    ])
  })

  it('counts as approved who counts: one whose approval was put back can be asked again', async () => {
    await world.policy('set_sign', { who: people, quorum: 2 })
    const request = await proposedAgo(200)
    granted(await world.approve(world.people.cleo, request))
    await world.setSign('door', 'Another world')
    granted(await world.approve(world.people.ben, request))
    const row = granted(await desk()).rows[0]
    expect(row).toMatchObject({ id: request, approvals: { have: 1, need: 2 } })
    expect(row?.deciders.filter(({ hasSigned }) => hasSigned).map(({ id }) => id)).toEqual(['u-ben'])
    expect(await assign(lead, request, 'u-ben')).toMatchObject({ error: { code: 'invalid' } })
    expect(granted(await assign(lead, request, 'u-cleo'))).toEqual({ changed: true })
    await world.test.query("delete from policies where subject = 'set_sign'")
  })

  it('waits again for all who have not answered where whom it was handed to says no, or leaves', async () => {
    await world.policy('post_letter', { who: people, quorum: 2, oneEnds: false })
    const request = await proposedAgo(1, 'post_letter')
    expect(granted(await assign(lead, request, 'u-ben', 'u-cleo'))).toEqual({ changed: true })
    expect(await ranks(request)).toEqual({ 'u-ada': 1, 'u-ben': 0, 'u-cleo': 0 })
    granted(await world.inbox.decide(world.people.ben, { request, verdict: 'reject', note: 'Not I.' }))
    expect(await ranks(request)).toEqual({ 'u-ada': 0, 'u-ben': 1, 'u-cleo': 0 })
    granted(await world.approve(world.people.ada, request))
    expect(await ranks(request)).toEqual({ 'u-ada': 1, 'u-ben': 1, 'u-cleo': 0 })
  })

  it('is for leads who may see it, while it is pending', async () => {
    const request = await proposedAgo(1)
    expect(codeOf(await assign(world.people.ben, request, 'u-ben'))).toBe('not_found')
    expect(codeOf(await assign({ ...world.people.zoe, role: 'admin' }, request, 'u-ben'))).toBe('not_found')
    // the role is the database's, not the caller's word for it
    expect(codeOf(await assign({ ...world.people.ben, role: 'admin' }, request, 'u-ben'))).toBe('not_found')
    expect(codeOf(await assign(lead, world.ports.newId(), 'u-ben'))).toBe('not_found')
    expect(codeOf(await assign(lead, 'x', 'u-ben'))).toBe('not_found')
    expect(granted(await assign(world.people.cleo, request, 'u-ben'))).toEqual({ changed: true })
    granted(await world.approve(world.people.ben, request))
    expect(codeOf(await assign(lead, request, 'u-cleo'))).toBe('already_decided')
  })
})

describe('reminding those whom a request waits for', () => {
  const remind = (person: Person, request: string) => world.inbox.remind(person, request)
  const mailed = (request: string) =>
    world.test.query<{ person: string }>(
      "select person from outbox where topic = 'mail' and request = $1 and payload->>'n' <> '1' order by person",
      [request],
    )

  it('mails them, without the lead and who has approved, once an hour; the history says so', async () => {
    await world.policy('set_sign', { who: people, quorum: 2 })
    const request = await proposedAgo(1)
    granted(await world.approve(world.people.cleo, request))
    expect(granted(await remind(lead, request))).toEqual({ reminded: 'ok' })
    expect(granted(await remind(lead, request))).toEqual({ reminded: 'too_soon' })
    await world.ports.store.expandNotices(100)
    expect((await mailed(request)).map(({ person }) => person)).toEqual(['u-ben'])
    const view = granted(await world.inbox.view(lead, request))
    expect(view.history.at(-1)).toMatchObject({ kind: 'request.reminded', actor: { id: 'u-ada' } })
    await world.advance(HOUR_MS)
    expect(granted(await remind(lead, request))).toEqual({ reminded: 'ok' })
    await world.test.query("delete from policies where subject = 'set_sign'")
  })

  it('tells a lead for whom alone it waits that there is nobody to remind', async () => {
    const request = await proposedAgo(1)
    granted(await assign(lead, request, 'u-ada'))
    expect(granted(await remind(lead, request))).toEqual({ reminded: 'nobody' })
  })

  it('is for leads who may see it, while it is pending; of many at once one reminds', async () => {
    const request = await proposedAgo(1)
    expect(codeOf(await remind(world.people.ben, request))).toBe('not_found')
    expect(codeOf(await remind({ ...world.people.zoe, role: 'admin' }, request))).toBe('not_found')
    expect(codeOf(await remind(lead, 'x'))).toBe('not_found')
    const all = await Promise.all(Array.from({ length: 8 }, () => remind(lead, request)))
    expect(all.map((one) => granted(one).reminded).sort()).toEqual([
      'ok',
      ...Array.from({ length: 7 }, () => 'too_soon'),
    ])
    granted(await world.approve(world.people.cleo, request))
    expect(codeOf(await remind(lead, request))).toBe('already_decided')
  })
})
