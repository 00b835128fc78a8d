import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutcomeReport } from './inbox'
import { aClient, aWorld, codeOf, granted, HOUR_MS, type World } from './testing'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const towels = { tool: 'order_towels', inputs: { count: 12 } }
const read = async (request: string) => granted(await world.inbox.viewForClient(world.client, request))
const report = (request: string, outcome: OutcomeReport['outcome'], more: Partial<OutcomeReport> = {}) =>
  world.inbox.reportOutcome(world.client, request, { outcome, ...more }, null)
async function aRunning(): Promise<string> {
  const { id } = await world.approved(towels)
  granted(await world.inbox.redeem(world.client, granted(await world.inbox.grant(world.client, id)).grant, null))
  return id
}
async function anUnknown(): Promise<string> {
  const id = await aRunning()
  granted(await report(id, 'unknown', { note: 'The line went dead' }))
  return id
}

describe('a client reports what became of it', () => {
  it('running, then done, with note and the tail of the output', async () => {
    const id = await aRunning()
    granted(await report(id, 'running', { note: 'Half way' }))
    expect(await read(id)).toMatchObject({ outcome: 'running', outcomeNote: 'Half way' })
    const done = granted(await report(id, 'done', { note: 'Delivered', outputTail: 'ok\n' }))
    granted(await report(id, 'done', { note: 'Delivered', outputTail: 'ok\n' })) // a repeat is no contradiction
    expect(done.request).toMatchObject({ outcome: 'done', outcomeNote: 'Delivered' })
    const { view } = await world.openAs(world.people.ada, id)
    expect(view).toMatchObject({ outcome: 'done', outputTail: 'ok\n' })
    expect(view.history.map(({ kind, outcome }) => `${kind} ${outcome}`).slice(2)).toEqual([
      'request.redeemed running',
      'request.outcome running',
      'request.outcome done',
    ])
  })
  it('a final outcome stays, and the same report again answers the same', async () => {
    const id = await aRunning()
    const first = granted(await report(id, 'done', { note: 'Delivered' }))
    expect(granted(await report(id, 'done', { note: 'Delivered' }))).toEqual(first)
    for (const [outcome, note] of [
      ['failed', 'No'],
      ['running', ''],
      ['done', 'Another note'],
      ['unknown', ''],
    ] as const)
      expect(await report(id, outcome, { note })).toMatchObject({
        error: { code: 'outcome_final', at: [{ path: '$.outcome', message: 'the outcome is done' }] },
      })
  })
  it('not before it has taken the call away, and not for what it does not perform', async () => {
    const pending = await world.propose(towels)
    expect(codeOf(await report(pending.id, 'done'))).toBe('not_approved')
    const waiting = await world.approved(towels)
    expect(codeOf(await report(waiting.id, 'done'))).toBe('not_redeemed')
    const outside = await world.approved({ tool: 'post_letter', inputs: {} })
    await world.test.query("update requests set outcome = 'running' where id = $1", [outside.id])
    expect(codeOf(await report(outside.id, 'done'))).toBe('not_redeemed')
    await world.test.query("update requests set outcome = 'unknown' where id = $1", [outside.id])
    expect(codeOf(await report(outside.id, 'done'))).toBe('not_redeemed')
    const here = await world.approved({})
    expect(codeOf(await report(here.id, 'failed'))).toBe('outcome_final')
  })
  it('only the client that proposed may', async () => {
    const id = await aRunning()
    for (const client of [world.otherClient, world.southClient])
      expect(await world.inbox.reportOutcome(client, id, { outcome: 'done' }, null)).toEqual({
        ok: false,
        error: { code: 'not_found', at: [] },
      })
    const reader = aClient('c-rota', 'northgate', ['read', 'propose'])
    expect(codeOf(await world.inbox.reportOutcome(reader, id, { outcome: 'done' }, null))).toBe('scope_missing')
    expect(codeOf(await report('no id', 'done'))).toBe('not_found')
    expect((await read(id)).outcome).toBe('running')
  })
  it('texts that cannot be kept are refused, each place named', async () => {
    const id = await aRunning()
    expect(await report(id, 'done', { note: 'a\u0000', outputTail: '\ud800' })).toMatchObject({
      error: { code: 'invalid', at: [{ path: '$.note' }, { path: '$.output_tail' }] },
    })
  })
  it('under a key a repeat is told as such, another body is refused, a refused report gives its key back', async () => {
    const id = await aRunning()
    const key = { key: 'o1', bodyHash: 'b' }
    const send = (bodyHash: string) =>
      world.inbox.reportOutcome(world.client, id, { outcome: 'done' }, { ...key, bodyHash })
    const waiting = await world.approved(towels)
    expect(codeOf(await world.inbox.reportOutcome(world.client, waiting.id, { outcome: 'done' }, key))).toBe(
      'not_redeemed',
    )
    const first = granted(await send('b'))
    expect(granted(await send('b'))).toEqual({ ...first, replayed: true })
    expect(codeOf(await send('c'))).toBe('idempotency_key_reused')
  })
})

describe('silence', () => {
  it('for 24 hours after the last report is «unknown», and a later report still settles it', async () => {
    const id = await aRunning()
    await world.advance(20 * HOUR_MS)
    granted(await report(id, 'running'))
    await world.advance(20 * HOUR_MS)
    await world.work()
    expect((await read(id)).outcome).toBe('running')
    granted(await report(id, 'running', { note: 'Still there' }))
    await world.advance(24 * HOUR_MS - 1)
    await world.work()
    expect((await read(id)).outcome).toBe('running')
    await world.advance(1)
    await Promise.all([world.work(), world.work()])
    expect((await read(id)).outcome).toBe('unknown')
    const silent = await world.test.query("select 1 from events where request = $1 and kind = 'request.silent'", [id])
    expect(silent).toHaveLength(1)
    expect(granted(await report(id, 'done')).request.outcome).toBe('done')
  })
  it('a client that was silent for too long may still be at it, and is waited for again', async () => {
    const id = await aRunning()
    await world.advance(24 * HOUR_MS)
    await world.work()
    expect((await read(id)).outcome).toBe('unknown')
    expect(granted(await report(id, 'running')).request.outcome).toBe('running')
    await world.advance(24 * HOUR_MS)
    await world.work()
    expect((await read(id)).outcome).toBe('unknown')
  })
  it('a timer that was read before a report came in says nothing any more', async () => {
    const id = await aRunning()
    await world.advance(24 * HOUR_MS)
    granted(await report(id, 'running'))
    const late = { actor: null, note: null, outputTail: null, idempotency: null, onlyFrom: 'running' } as const
    const { code } = await world.store.recordOutcome({
      ...{ org: 'northgate', request: id, event: 'request.silent', outcome: 'unknown' },
      ...late,
    })
    expect([code, (await read(id)).outcome]).toEqual(['outcome_final', 'running'])
  })
})

describe('settling an unknown outcome', () => {
  it('an eligible person says that it happened, or did not, and where they looked', async () => {
    for (const [happened, outcome] of [
      [true, 'done'],
      [false, 'failed'],
    ] as const) {
      const id = await anUnknown()
      expect((await world.openAs(world.people.ben, id)).view.you.maySettle).toBe(true)
      const found = { happened, note: 'Asked the kitchen' }
      expect(granted(await world.inbox.settle(world.people.ben, id, found))).toEqual({ outcome })
      const { view } = await world.openAs(world.people.ada, id)
      expect(view).toMatchObject({ outcome, outcomeNote: 'Asked the kitchen', you: { maySettle: false } })
      expect(view.history.at(-1)).toMatchObject({
        kind: 'request.settled',
        actor: { kind: 'person', name: 'Ben' },
        outcome,
      })
    }
  })
  it('whoever is first has settled it: another person, and the client, are told so', async () => {
    const id = await anUnknown()
    granted(await world.inbox.settle(world.people.ben, id, { happened: true, note: 'Seen' }))
    expect(codeOf(await world.inbox.settle(world.people.ada, id, { happened: false, note: 'Not seen' }))).toBe(
      'not_unknown',
    )
    expect(codeOf(await report(id, 'failed'))).toBe('outcome_final')
    const other = await anUnknown()
    granted(await report(other, 'failed', { note: 'It did not' }))
    expect(codeOf(await world.inbox.settle(world.people.ada, other, { happened: true, note: 'Seen' }))).toBe(
      'not_unknown',
    )
  })
  it('needs a note, the right, and an outcome that is unknown', async () => {
    const id = await anUnknown()
    const found = { happened: true, note: 'Seen' }
    expect(codeOf(await world.inbox.settle(world.people.ada, id, { happened: true, note: ' ' }))).toBe('reason_owed')
    expect(codeOf(await world.inbox.settle(world.people.ada, id, { happened: true, note: 'a\u0000' }))).toBe('invalid')
    expect(codeOf(await world.inbox.settle(world.people.tomas, id, found))).toBe('may_not_decide')
    for (const person of [world.people.vic, world.people.zoe])
      expect(codeOf(await world.inbox.settle(person, id, found))).toBe('not_found')
    expect(codeOf(await world.inbox.settle(world.people.ada, await aRunning(), found))).toBe('not_unknown')
    const pending = await world.propose(towels)
    expect(codeOf(await world.inbox.settle(world.people.ada, pending.id, found))).toBe('not_approved')
    expect((await read(id)).outcome).toBe('unknown')
  })
  it('approved without an outcome is shown as unknown, and can be settled', async () => {
    const { id } = await world.approved({})
    await world.test.query('update requests set outcome = null where id = $1', [id])
    expect((await read(id)).outcome).toBe('unknown')
    expect((await world.openAs(world.people.ada, id)).view.you.maySettle).toBe(true)
    granted(await world.inbox.settle(world.people.ada, id, { happened: false, note: 'The sign says Open' }))
    expect((await read(id)).outcome).toBe('failed')
  })
})
