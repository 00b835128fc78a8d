import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { displayDigest } from '@/lib/confirmation'
import type { Person } from '@/lib/policy'
import type { Proposal } from './inbox'
import { aWorld, codeOf, granted, type World } from './testing'

let world: World
const people = { kind: 'people' as const, people: ['u-ada', 'u-ben', 'u-cleo'] }
beforeAll(async () => {
  world = await aWorld()
  await world.policy('c-rota', { who: people, quorum: 2 }, 'gate')
})
afterAll(() => world.close())

const ask = (most = 9, more: Partial<Proposal> = {}): Proposal =>
  ({ kind: 'gate', inputs: { most }, ...more }) as Proposal
const propose = async (most = 9) => granted(await world.inbox.propose(world.client, ask(most), null)).request
async function answer(person: Person, request: string, given: Json | undefined) {
  const { token } = await world.openAs(person, request)
  return world.inbox.decide(person, {
    request,
    verdict: 'approve',
    ...(token === null ? {} : { token }),
    ...(given === undefined ? {} : { answer: given }),
  })
}

describe('a kind without a tool', () => {
  it('is proposed under its reserved name, version 1, and shown with what it asks', async () => {
    const request = await propose()
    expect(request).toMatchObject({
      kind: 'gate',
      tool: 'gate',
      version: '1',
      title: 'How many, at most 9?',
      answer: null,
    })
    const opened = await world.openAs(world.people.ada, request.id)
    expect(opened.view).toMatchObject({
      kind: 'gate',
      question: { schema: { type: 'number', maximum: 9 } },
      answer: null,
    })
    const { confirmation } = opened
    if (confirmation === null) throw new Error('not described')
    expect(opened.displayDigest).toBe(displayDigest(confirmation, opened.view.question))
    expect(opened.displayDigest).not.toBe(displayDigest(confirmation))
  })

  it('is refused without a policy of its own, naming what is missing; another client’s does not count', async () => {
    const refused = await world.inbox.propose(world.otherClient, ask(), null)
    expect(refused).toMatchObject({ error: { code: 'no_policy' } })
    expect(JSON.stringify(refused)).toContain('requests of kind gate by client c-other')
    // the kind of a request is not the name of a tool
    expect(codeOf(await world.inbox.propose(world.client, { tool: 'gate', inputs: { most: 1 } }, null))).toBe(
      'unknown_tool',
    )
  })

  it('is refused where it does not fit, naming the place', async () => {
    const refused = await world.inbox.propose(world.client, { kind: 'gate', inputs: { most: 'many' } }, null)
    expect(refused).toMatchObject({ error: { code: 'invalid', at: [{ path: '$.most' }] } })
  })

  it('records an answer that fits, and hands out the same bytes', async () => {
    const request = await propose()
    expect(granted(await answer(world.people.ada, request.id, 4)).status).toBe('pending')
    expect(granted(await answer(world.people.ben, request.id, 4))).toMatchObject({
      status: 'approved',
      outcome: 'waiting',
    })
    expect(granted(await world.inbox.viewForClient(world.client, request.id)).answer).toBe('4')
    expect(granted(await world.inbox.view(world.people.ada, request.id)).answer).toBe('4')
    const { grant } = granted(await world.inbox.grant(world.client, request.id))
    expect(granted(await world.inbox.redeem(world.client, grant, null))).toMatchObject({ tool: 'gate', answer: '4' })
  })

  it.each([[10], [undefined], ['4'], [null]])('refuses the answer %j before anything is recorded', async (given) => {
    const request = await propose()
    const refused = await answer(world.people.ada, request.id, given)
    expect(refused).toMatchObject({ error: { code: 'answer_does_not_fit', at: [{ path: '$' }] } })
    const view = granted(await world.inbox.view(world.people.ada, request.id))
    expect(view).toMatchObject({ status: 'pending', approvals: [], history: [{ n: 1 }] })
    // and the token that came with it is still good
    expect(granted(await answer(world.people.ada, request.id, 1)).status).toBe('pending')
  })

  it('adds up approvals of one answer only: another answer puts it back before the first', async () => {
    const request = await propose()
    granted(await answer(world.people.ada, request.id, 4))
    expect(granted(await answer(world.people.ben, request.id, 5)).status).toBe('pending')
    const view = granted(await world.inbox.view(world.people.ada, request.id))
    expect(view.approvals.map((one) => one.answer)).toEqual(['4', '5'])
    expect(view.history.at(-1)).toMatchObject({ kind: 'request.put_back' })
    expect(granted(await answer(world.people.ada, request.id, 5)).status).toBe('approved')
    expect(granted(await world.inbox.view(world.people.ada, request.id))).toMatchObject({ answer: '5' })
  })

  it('needs no answer to be rejected', async () => {
    const request = await propose()
    const verdict = await world.inbox.decide(world.people.ada, { request: request.id, verdict: 'reject', note: 'No.' })
    expect(granted(verdict).status).toBe('rejected')
    expect(granted(await world.inbox.viewForClient(world.client, request.id)).answer).toBeNull()
  })
})

it('a write takes no answer', async () => {
  const request = await world.propose()
  expect(codeOf(await answer(world.people.ada, request.id, 1))).toBe('answer_does_not_fit')
  expect(await world.effects()).toBe(0)
})

it('the list is narrowed by kind', async () => {
  const gate = await propose()
  const write = await world.propose()
  const ids = async (kind: 'gate' | 'write') =>
    (await world.inbox.list(world.people.ada, { view: 'mine', kind })).rows.map(({ id }) => id)
  expect(await ids('gate')).toContain(gate.id)
  expect(await ids('gate')).not.toContain(write.id)
  expect(await ids('write')).toContain(write.id)
})
