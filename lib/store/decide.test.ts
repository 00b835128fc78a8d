import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newToken, tokenHash } from '@/lib/binding'
import type { ClientView, DecideRow } from '@/lib/inbox'
import { aWorld, granted, HOUR_MS, type World } from '@/lib/inbox/testing'

// What the use case has read may be old by the time the lock is held: the SQL function checks it all by itself.

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const towels = { tool: 'order_towels', inputs: { count: 1 } }
async function tokenOf(request: ClientView, person: string, displayDigest = 'shown'): Promise<string> {
  const hash = tokenHash(newToken('cnf', randomBytes(24)))
  await world.store.issueToken({
    ...{ org: 'northgate', hash, request: request.id, person, displayDigest, agent: null, shown: '{}' },
    ...{ boundUser: 'u-tomas', tool: request.tool, inputs: '{}', fingerprint: request.fingerprint },
  })
  return hash
}
const decide = (request: string, more: Partial<DecideRow> = {}) =>
  world.store.decide({
    ...{ org: 'northgate', request, person: 'u-ada', verdict: 'approve', tokenHash: null, displayDigest: 'shown' },
    ...{ answer: '', note: null, performs: 'client' },
    ...more,
  })
const rows = async () =>
  Promise.all(
    ['requests', 'verdicts', 'events', 'eligibility', 'tokens', 'timers', 'outbox', 'changes'].map((table) =>
      world.test.query(`select md5(string_agg(t::text, ',' order by t::text)) as rows from ${table} t`),
    ),
  )

describe('«decide», under the lock, whatever its caller believed', () => {
  it('refuses in the order of the design, and a refusal writes nothing', async () => {
    const request = await world.propose(towels)
    const hash = await tokenOf(request, 'u-ada')
    const before = await rows()
    const right = { tokenHash: hash }
    expect(await decide('01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21', right)).toMatchObject({ code: 'not_found' })
    expect(await decide(request.id, { ...right, org: 'southgate' })).toMatchObject({ code: 'not_found' })
    expect(await decide(request.id, { ...right, person: 'u-vic' })).toMatchObject({ code: 'not_found' })
    expect(await decide(request.id, { ...right, person: 'u-tomas' })).toMatchObject({
      code: 'may_not_decide',
      why: 'asked_on_their_behalf',
    })
    expect(await decide(request.id, { verdict: 'reject', person: 'u-tomas' })).toMatchObject({ code: 'may_not_decide' })
    for (const fault of [
      { tokenHash: null },
      { tokenHash: tokenHash('cnf_none') },
      { ...right, person: 'u-ben' },
      { ...right, displayDigest: 'another' },
      { ...right, displayDigest: null },
    ])
      expect(await decide(request.id, fault)).toMatchObject({ code: 'look_again', who: null, at: null })
    expect(await rows()).toEqual(before)
    expect(await decide(request.id, right)).toMatchObject({ code: 'ok', status: 'approved', who: 'Ada' })
    expect(await decide(request.id, { ...right, person: 'u-tomas' })).toMatchObject({
      code: 'already_decided',
      who: 'Ada',
    })
    expect(await decide(request.id, { ...right, person: 'u-vic' })).toMatchObject({
      code: 'not_found',
      who: null,
      at: null,
    })
  })

  it('is expired at the instant of expiry, not before', async () => {
    const [one, two] = [
      await world.propose({ ...towels, expiresInMs: HOUR_MS }),
      await world.propose({ ...towels, expiresInMs: HOUR_MS }),
    ]
    await world.advance(HOUR_MS - 1)
    const hashes = [await tokenOf(one, 'u-ada'), await tokenOf(two, 'u-ada')]
    expect(await decide(one.id, { tokenHash: hashes[0] ?? '' })).toMatchObject({ code: 'ok' })
    await world.advance(1)
    expect(await decide(two.id, { tokenHash: hashes[1] ?? '' })).toMatchObject({
      ...{ code: 'already_decided', status: 'expired', who: null },
      at: new Date(two.expiresAt),
    })
  })

  it('a token for another call of the same request id does not fit, nor one of the other kind', async () => {
    const request = await world.propose(towels)
    const hash = await tokenOf({ ...request, fingerprint: 'jcs-sha256:other' }, 'u-ada')
    expect(await decide(request.id, { tokenHash: hash })).toMatchObject({ code: 'look_again' })
    const grant = await tokenOf(request, 'u-ada')
    await world.test.query("update tokens set kind = 'grt' where hash = $1", [grant])
    expect(await decide(request.id, { tokenHash: grant })).toMatchObject({ code: 'look_again' })
  })

  it('the repeated verdict of who may not decide any more is still told as it was', async () => {
    await world.policy('order_towels', { who: { kind: 'people', people: ['u-ada', 'u-ben'] }, quorum: 2 })
    const request = await world.propose(towels)
    const hash = await tokenOf(request, 'u-ada')
    const first = await decide(request.id, { tokenHash: hash })
    await world.test.query("update eligibility set may_decide = false where request = $1 and person = 'u-ada'", [
      request.id,
    ])
    expect(await decide(request.id, { tokenHash: hash })).toMatchObject({ code: 'own_verdict', at: first.at })
    expect(await decide(request.id, { verdict: 'reject' })).toMatchObject({ code: 'may_not_decide' })
  })

  it('answers do not count together unless they are the same, and the second approver’s starts over', async () => {
    const request = await world.propose(towels)
    const give = async (person: string, answer: string) =>
      decide(request.id, { person, answer, tokenHash: await tokenOf(request, person) })
    expect(await give('u-ada', '{"count":1}')).toMatchObject({ code: 'ok', status: 'pending' })
    expect(await give('u-ben', '{"count":2}')).toMatchObject({ code: 'ok', status: 'pending' })
    expect(granted(await world.inbox.view(world.people.ben, request.id)).history.at(-1)?.kind).toBe('request.put_back')
    expect(await give('u-ben', '{"count":1}')).toMatchObject({ code: 'ok', status: 'approved' })
  })

  it.each(['Approve', 'maybe', ''])('a verdict «%s» is a bug of the caller, and throws', async (verdict) => {
    const request = await world.propose(towels)
    await expect(
      world.db.prisma
        .$queryRaw`select code from decide('northgate', ${request.id}::uuid, 'u-ada', ${verdict}::text, null, null, null, null, 'client')`,
    ).rejects.toThrow('decide: bad call')
  })
})
