import { afterAll, beforeAll, expect, it } from 'vitest'
import { isOrganizationEventKind, verifyChain } from '@/lib/audit'
import { type TestDatabase, testDatabase } from './testing'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  await test.query("insert into organizations (id, name) values ('north', 'North'), ('south', 'South')")
})
afterAll(() => test.drop())

const append = (org: string, name: string) =>
  test.query("select append_organization_event($1, 'organization.team_made', 'person', 'ada', $2)", [org, { name }])
const chainOf = (org: string) =>
  test.query<{ n: number; kind: string; body: string; head: Buffer; hash: Buffer }>(
    'select n, kind, body, head, hash from organization_events where organization = $1 order by n',
    [org],
  )

it('what happens to an organization is chained by the formula of requests, and its row knows the end', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => append('north', name)))
  await append('south', 'other')
  const events = await chainOf('north')
  const [row] = await test.query<{ events: number; head: Buffer }>(
    "select events, head from organizations where id = 'north'",
  )
  expect(verifyChain(events, row)).toMatchObject({ ok: true, value: { events: 4 } })
  expect(events.map(({ body }) => JSON.parse(body).name).sort()).toEqual(['a', 'b', 'c', 'd'])
  expect(events.every(({ kind }) => isOrganizationEventKind(kind))).toBe(true)
  expect(await chainOf('south')).toHaveLength(1)
})

it('a changed text, and an event cut off the end, are found', async () => {
  const [last, ...before] = (await chainOf('north')).reverse()
  const [row] = await test.query<{ events: number; head: Buffer }>(
    "select events, head from organizations where id = 'north'",
  )
  expect(verifyChain(before.reverse(), row).ok).toBe(false)
  if (last === undefined) throw new Error('there are events')
  expect(verifyChain([...before, { ...last, body: last.body.replace('ada', 'bob') }], row).ok).toBe(false)
})
