import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey } from '@/lib/identity'
import { followMemberships } from '@/lib/inbox'
import { aPerson, aWorld, codeOf, granted, type World } from '@/lib/inbox/testing'
import { administration, type Database, identities, makeStore, openDatabase, organizationStore } from '@/lib/store'
import { checkDatabase } from '@/scripts/check-database/check'
import { makeOrganization, type Organization } from './index'

const ROUNDS = 12
const boss = { ...aPerson('boss'), role: 'admin' as const }
const ben = aPerson('ben')

let world: World
/** A second server over the same database. */
let other: Database
let organization: Organization
beforeAll(async () => {
  world = await aWorld()
  other = openDatabase(world.test.url, { max: 10 })
  await world.test.setClock(null)
  for (const org of ['northgate', 'southgate'])
    await administration(world.db).putMember({
      ...{ org, id: 'u-boss', email: 'boss@northgate.example', name: 'Boss', role: 'admin' },
    })
  organization = over(world.db)
})
afterAll(async () => {
  expect((await checkDatabase(world.test.ownerUrl)).faults).toEqual([])
  await other.close()
  await world.close()
})

const over = (db: Database) =>
  makeOrganization(
    {
      store: organizationStore(db),
      newId: () => v7(),
      newKey,
      follow: (org) => followMemberships(world.ports, world.tools, org),
    },
    world.tools,
  )
const member = (user: string, org = 'northgate') =>
  administration(world.db).putMember({ org, id: user, email: `${user}@x.example`, name: user, role: 'member' })
const kept = async (actor: string) =>
  (
    await world.test.query<{ count: number }>(
      `select count(*)::int as count from organization_events
        where kind = 'organization.decision_refused' and body::jsonb->'actor'->>'id' = $1`,
      [actor],
    )
  )[0]?.count

describe('attempts that are refused, tried at once from two servers', () => {
  const both = () => [world.store, makeStore(other, () => undefined)]
  const attempt = (actor: string, request: string) => ({
    ...{ org: 'northgate', actor: { kind: 'person' as const, id: actor }, request },
    ...{ verdict: 'approve', code: 'not_found', why: null },
  })
  it('are kept once where they are the same', async () => {
    const one = attempt('u-again', v7())
    await Promise.all(both().flatMap((store) => Array.from({ length: 10 }, () => store.recordRefused(one))))
    expect(await kept('u-again')).toBe(1)
  })
  it('and fifty an hour of one actor where they are not', async () => {
    await Promise.all(
      both().flatMap((store) => Array.from({ length: 32 }, () => store.recordRefused(attempt('u-all', v7())))),
    )
    expect(await kept('u-all')).toBe(50)
    await world.store.recordRefused(attempt('u-other', v7()))
    expect(await kept('u-other')).toBe(1)
  })
})

it('sign-in links to one address are five in ten minutes, whichever server is asked, and however it is written', async () => {
  const stores = [identities(world.db), identities(other)]
  const ask = (email: string) =>
    Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => store.mayMailLink(email))))
  expect((await ask('ada@northgate.example')).filter(Boolean)).toHaveLength(5)
  expect((await ask('Ada@Northgate.example')).filter(Boolean)).toHaveLength(0)
  expect((await ask('ben@northgate.example')).filter(Boolean)).toHaveLength(5)
  await world.test.setClock(new Date(Date.now() + 601_000).toISOString())
  expect((await ask('ada@northgate.example')).filter(Boolean)).toHaveLength(5)
  await world.test.setClock(null)
})

describe('a member who is removed', () => {
  it('while they accept an invitation elsewhere, is a member there or gives the address back, and never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = `u-both${round}`
      await member(user)
      await world.test.query('update users set email_verified = now() where id = $1', [user])
      const south = { ...boss, org: 'southgate' }
      granted(await organization.invite(south, { email: `${user}@x.example`, name: user, role: 'member' }))
      const [invite] = await world.test.query<{ id: string }>('select id::text from invites where email = $1', [
        `${user}@x.example`,
      ])
      const id = invite?.id ?? 'none'
      const accepting = () => over(other).accept(user, { org: 'southgate', id }, 'none')
      const removing = () => organization.remove(boss, user)
      // either begins first in half of the rounds
      const [first, second] = round % 2 === 0 ? [accepting, removing] : [removing, accepting]
      const answers = await Promise.all([first(), second()])
      const accepted = answers[round % 2]
      expect(codeOf(answers[1 - (round % 2)] ?? answers[0])).toBe('ok')

      const [row] = await world.test.query<{ email: string; members: string[] }>(
        `select email, array(select organization from members where user_id = u.id) as members from users u where id = $1`,
        [user],
      )
      const code = codeOf(accepted ?? answers[0])
      expect([code, row]).toEqual(
        code === 'ok'
          ? ['ok', { email: `${user}@x.example`, members: ['southgate'] }]
          : ['not_found', { email: `${user}@removed.invalid`, members: [] }],
      )
    }
  })

  it('while they complete a quorum: it counted before they left, or is taken back and completes nothing', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = `u-leaver${round}`
      await member(user)
      const leaver = { ...aPerson(user.slice(2)), id: user }
      const named = ['u-ben', 'u-cleo', user]
      await world.policy('order_towels', { who: { kind: 'people', people: named }, quorum: 2 })
      const { id } = await world.propose({ tool: 'order_towels', inputs: {} })
      granted(await world.approve(ben, id))
      const { token } = await world.openAs(leaver, id)
      const decide = () =>
        world.inbox.decide(leaver, { request: id, verdict: 'approve', ...(token === null ? {} : { token }) })
      const remove = () => over(other).remove(boss, user)
      const [first, second] = round % 2 === 0 ? [decide, remove] : [remove, decide]
      const answers = await Promise.all([first(), second()])
      const decided = answers[round % 2] ?? answers[0]
      expect(codeOf(answers[1 - (round % 2)] ?? answers[0])).toBe('ok')

      const { status } = granted(await world.inbox.viewForClient(world.client, id))
      const [counting] = await world.test.query<{ n: number }>(
        'select count(*)::int as n from signatures($1, $2::uuid)',
        ['northgate', id],
      )
      // who was let in decided it; who was not left nothing that counts
      expect([codeOf(decided) === 'ok', status, counting?.n]).toEqual(
        codeOf(decided) === 'ok' ? [true, 'approved', 2] : [false, 'pending', 1],
      )
      if (status === 'approved') continue
      expect(codeOf(await world.inbox.open(leaver, id))).toBe('not_found')
      granted(await world.approve(aPerson('cleo'), id))
    }
  })
})
