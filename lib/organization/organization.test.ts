import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '@/lib/audit'
import { identityFrom, newKey, newSessionToken, secretHash, sessionCookie } from '@/lib/identity'
import { followMemberships } from '@/lib/inbox'
import { aPerson, aWorld, codeOf, granted, type World } from '@/lib/inbox/testing'
import type { PolicyText } from '@/lib/policy'
import { administration, identities, maySee, organizationStore } from '@/lib/store'
import { makeOrganization, type Organization } from './index'

const URL = 'http://localhost:3000'
const boss = { ...aPerson('boss'), role: 'admin' as const }
const ada = aPerson('ada')
let world: World
let organization: Organization
beforeAll(async () => {
  world = await aWorld()
  await administration(world.db).putMember({
    ...{ org: 'northgate', id: 'u-boss', email: 'boss@northgate.example', name: 'Boss', role: 'admin' },
  })
  organization = makeOrganization(
    {
      store: organizationStore(world.db),
      newId: () => v7(),
      newKey,
      follow: (org) => followMemberships(world.ports, world.tools, org),
    },
    world.tools,
  )
})
afterAll(() => world.close())

const identity = () => identityFrom(identities(world.db), URL)
/** The cookie of somebody who signed in. */
async function session(user: string): Promise<string> {
  const token = newSessionToken()
  await identities(world.db).createSession({
    ...{ hash: secretHash(token), user, expires: new Date(Date.now() + 30 * 86_400_000) },
  })
  return `${sessionCookie(URL).name}=${token}`
}
const history = async (org = 'northgate') =>
  (
    await world.test.query<{ n: number; body: string; head: Buffer; hash: Buffer }>(
      'select n, body, head, hash from organization_events where organization = $1 order by n',
      [org],
    )
  ).map((event) => ({ ...event, said: JSON.parse(event.body) as { [name: string]: unknown } }))
const kinds = async () => (await history()).map(({ said }) => String(said.kind).replace('organization.', ''))
const teamId = async (name: string) =>
  (await organization.overview(boss)).teams.find((team) => team.name === name)?.id ?? 'none'

describe('nobody but an admin of this very organization', () => {
  const settings = (who: typeof ada): [string, () => Promise<{ ok: boolean }>][] => [
    ['invites', () => organization.invite(who, { email: 'x@x.example', name: 'X', role: 'admin' })],
    ['closes an invitation', () => organization.closeInvite(who, v7())],
    ['changes a role', () => organization.changeRole(who, { user: who.id, role: 'admin' })],
    ['removes a member', () => organization.remove(who, 'u-ben')],
    ['makes a team', () => organization.makeTeam(who, 'T')],
    ['renames a team', () => organization.renameTeam(who, { id: 't', name: 'T' })],
    ['closes a team', () => organization.closeTeam(who, 't')],
    ['puts on a team', () => organization.putOnTeam(who, { team: 't', user: who.id, lead: true })],
    ['takes off a team', () => organization.takeOffTeam(who, { team: 't', user: 'u-ben' })],
    [
      'sets a policy',
      () =>
        organization.setPolicy(
          who,
          { kind: 'write', subject: 'set_sign' },
          { who: { kind: 'people', people: [who.id] } },
        ),
    ],
    ['drops a policy', () => organization.dropPolicy(who, { kind: 'write', subject: 'set_sign' })],
    ['makes a client', () => organization.makeClient(who, 'C')],
    ['makes a key', () => organization.makeKey(who, { client: 'c-rota', scopes: ['read'] })],
    ['revokes a key', () => organization.revokeKey(who, { client: 'c-rota', hash: 'h' })],
  ]
  it.each(settings(ada).map(([what], index) => [what, index] as const))('%s', async (_, index) => {
    const before = await history()
    // a member; one whose page still believes that she is an admin; an admin of another organization
    for (const who of [ada, { ...ada, role: 'admin' as const }, { ...aPerson('zoe'), role: 'admin' as const }])
      expect(codeOf((await settings(who)[index]?.[1]()) as never)).toBe('not_admin')
    expect(await history()).toEqual(before)
  })
  it('sees invitations, clients or policies; members and teams everybody sees', async () => {
    expect(await organization.overview(ada)).toMatchObject({ invites: [], clients: [], policies: [] })
    expect((await organization.overview(ada)).members.map(({ id }) => id)).toContain('u-ben')
    expect((await organization.overview(boss)).clients.map(({ id }) => id)).toEqual(['c-other', 'c-rota'])
  })
})

describe('an invitation', () => {
  it('is accepted once, by whoever proved the address it went to, and by nobody else', async () => {
    expect(codeOf(await organization.invite(boss, { email: ' New@X.example', name: 'Nora', role: 'lead' }))).toBe('ok')
    const store = identities(world.db)
    expect([await store.mayEnter('new@x.example'), await store.mayEnter('other@x.example')]).toEqual([true, false])
    const nora = await store.createInvited({ id: 'u-nora', email: 'new@x.example', name: 'from elsewhere' })
    expect(nora.name).toBe('Nora')
    const cookie = await session('u-nora')
    expect(await identity().personOf(cookie)).toBeNull()
    const visitor = await identity().visitor(cookie)
    const [invite] = visitor?.invites ?? []
    if (visitor === null || invite === undefined) throw new Error('there is an invitation')
    expect(invite).toMatchObject({ org: 'northgate', role: 'lead', invitedBy: 'Boss' })

    expect(codeOf(await organization.accept('u-ada', invite, visitor.session))).toBe('not_found')
    expect(codeOf(await organization.accept('u-nora', { org: 'southgate', id: invite.id }, visitor.session))).toBe(
      'not_found',
    )
    expect(codeOf(await organization.accept('u-nora', invite, visitor.session))).toBe('ok')
    expect(codeOf(await organization.accept('u-nora', invite, visitor.session))).toBe('not_found')
    expect(await identity().personOf(cookie)).toMatchObject({ id: 'u-nora', org: 'northgate', role: 'lead' })
    expect((await kinds()).slice(-2)).toEqual(['invited', 'joined'])
  })
  it('to an address that is not proven is not shown and not accepted', async () => {
    granted(await organization.invite(boss, { email: 'un@x.example', name: 'Una', role: 'member' }))
    await world.test.query("insert into users (id, email, name) values ('u-una', 'un@x.example', 'Una')")
    const cookie = await session('u-una')
    const visitor = await identity().visitor(cookie)
    expect(visitor?.invites).toEqual([])
    const [row] = await world.test.query<{ id: string }>("select id from invites where email = 'un@x.example'")
    expect(
      codeOf(await organization.accept('u-una', { org: 'northgate', id: row?.id ?? '' }, visitor?.session ?? '')),
    ).toBe('not_found')
  })
  it('that is taken back, replaced or two weeks old lets nobody in', async () => {
    const open = async () =>
      (await organization.overview(boss)).invites.filter(({ email }) => email === 'late@x.example')
    granted(await organization.invite(boss, { email: 'late@x.example', name: 'Late', role: 'member' }))
    granted(await organization.invite(boss, { email: 'late@x.example', name: 'Late', role: 'admin' }))
    expect((await open()).map(({ role }) => role)).toEqual(['admin'])
    granted(await organization.closeInvite(boss, (await open())[0]?.id ?? ''))
    expect(await open()).toEqual([])
    granted(await organization.invite(boss, { email: 'late@x.example', name: 'Late', role: 'member' }))
    expect(await identities(world.db).mayEnter('late@x.example')).toBe(true)
    await world.advance(14 * 86_400_000)
    expect(await identities(world.db).mayEnter('late@x.example')).toBe(false)
    expect(await open()).toEqual([])
  })
  it.each([
    [{ email: 'no address', name: 'N', role: 'member' }, ['$.email']],
    [{ email: 'a@x.example', name: '\u200b', role: 'owner' }, ['$.name', '$.role']],
    [{ email: 'a@x.example\r\nBcc: b@x.example', name: 'A\r\nX: 1', role: 'member' }, ['$.email', '$.name']],
  ])('%j is none, and every place is named', async (invite, paths) => {
    const said = await organization.invite(boss, invite)
    expect(said.ok ? [] : said.error.at.map(({ path }) => path)).toEqual(paths)
  })
  it('to a member is refused', async () =>
    expect(
      codeOf(await organization.invite(boss, { email: 'ada@northgate.example', name: 'Ada', role: 'admin' })),
    ).toBe('already_member'))
})

describe('a member who is removed', () => {
  it('is out at once: no session, no eligibility, no stream; verdict taken back; what was decided stays', async () => {
    await world.policy('order_towels', { who: { kind: 'people', people: ['u-ada', 'u-ben'] }, quorum: 2 })
    const request = await world.propose({ tool: 'order_towels', inputs: {} })
    const done = await world.approved({ tool: 'post_letter', inputs: {} })
    granted(await world.approve(ada, request.id))
    const cookie = await session('u-ada')
    expect(await identity().personOf(cookie)).not.toBeNull()

    granted(await organization.remove(boss, 'u-ada'))
    expect(await identity().personOf(cookie)).toBeNull()
    expect(codeOf(await world.inbox.open(ada, request.id))).toBe('not_found')
    expect([...(await maySee(world.db, ada, [request.id, done.id]))]).toEqual([])
    const { approvals, history: story } = granted(await world.inbox.view(aPerson('ben'), request.id))
    expect(approvals.some(({ counts }) => counts)).toBe(false)
    expect(story.map(({ kind }) => kind)).toContain('request.taken_back')
    expect(granted(await world.inbox.viewForClient(world.client, done.id)).status).toBe('approved')
  })
  it('leaves the mailbox to the next person, who is another one', async () => {
    granted(await organization.invite(boss, { email: 'ada@northgate.example', name: 'Bob', role: 'member' }))
    const store = identities(world.db)
    expect(await store.userByEmail('ada@northgate.example')).toBeNull()
    const bob = await store.createInvited({ id: 'u-bob', email: 'ada@northgate.example', name: 'Bob' })
    expect(bob.id).toBe('u-bob')
    const names = await world.test.query<{ name: string }>("select name from users where id = 'u-ada'")
    expect(names).toEqual([{ name: 'Ada' }])
  })
  it('is never the last admin, whoever asks, and however many ask at once', async () => {
    expect(codeOf(await organization.remove(boss, 'u-boss'))).toBe('last_admin')
    expect(codeOf(await organization.changeRole(boss, { user: 'u-boss', role: 'member' }))).toBe('last_admin')
    granted(await organization.changeRole(boss, { user: 'u-cleo', role: 'admin' }))
    const cleo = { ...aPerson('cleo'), role: 'admin' as const }
    const both = await Promise.all([organization.remove(boss, 'u-cleo'), organization.remove(cleo, 'u-boss')])
    expect(both.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1)
    const [left] = await world.test.query<{ user_id: string }>("select user_id from members where role = 'admin'")
    if (left?.user_id !== 'u-boss') {
      // whoever is left carries on; the other gave their address back
      await world.test.query("update users set email = 'boss@northgate.example' where id = 'u-boss'")
      await world.test.query(
        "insert into members (organization, user_id, role) values ('northgate', 'u-boss', 'admin')",
      )
    }
  })
})

it('a person of two organizations works in one at a time, and goes over only where they are a member', async () => {
  await administration(world.db).putMember({
    ...{ org: 'southgate', id: 'u-ben', email: 'ben@northgate.example', name: 'Ben', role: 'admin' },
  })
  const cookie = await session('u-ben')
  expect((await identity().visitor(cookie))?.memberships.map(({ org }) => org)).toEqual(['northgate', 'southgate'])
  expect((await identity().personOf(cookie))?.org).toBe('northgate')
  expect(await identity().switchTo(cookie, 'southgate')).toBe(true)
  expect(await identity().personOf(cookie)).toMatchObject({ org: 'southgate', role: 'admin' })
  expect(await identity().switchTo(cookie, 'elsewhere')).toBe(false)
  const south = granted({ ok: true, value: await identity().personOf(cookie) })
  if (south === null) throw new Error('he is signed in')
  // an admin there is none here
  expect(codeOf(await organization.remove({ ...south, org: 'northgate' }, 'u-vic'))).toBe('not_admin')
  expect(codeOf(await organization.remove(south, 'u-vic'))).toBe('not_found')
  granted(await organization.remove({ ...boss, org: 'northgate' }, 'u-ben'))
  expect((await identity().personOf(cookie))?.org).toBe('southgate')
})

describe('teams and policies', () => {
  const set = (policy: PolicyText, kind = 'write', subject = 'order_towels') =>
    organization.setPolicy(boss, { kind, subject }, policy)
  it('a team decides as soon as its people are on it, and cannot go while a policy names it', async () => {
    granted(await organization.makeTeam(boss, 'Front desk'))
    const team = await teamId('Front desk')
    expect(codeOf(await set({ who: { kind: 'team', team } }))).toBe('nobody_may_decide')
    granted(await organization.putOnTeam(boss, { team, user: 'u-vic', lead: false }))
    expect(codeOf(await set({ who: { kind: 'team_leads', team } }))).toBe('nobody_may_decide')
    granted(await organization.putOnTeam(boss, { team, user: 'u-vic', lead: true }))
    granted(await set({ who: { kind: 'team_leads', team } }))
    expect(
      (await world.approve(aPerson('vic'), (await world.propose({ tool: 'order_towels', inputs: {} })).id)).ok,
    ).toBe(true)
    expect(codeOf(await organization.closeTeam(boss, team))).toBe('in_use')
    granted(await organization.dropPolicy(boss, { kind: 'write', subject: 'order_towels' }))
    granted(await organization.renameTeam(boss, { id: team, name: 'Reception' }))
    granted(await organization.takeOffTeam(boss, { team, user: 'u-vic' }))
    granted(await organization.closeTeam(boss, team))
    expect((await organization.overview(boss)).teams).toEqual([])
  })
  it.each([
    ['a person who is not here', { who: { kind: 'people', people: ['u-zoe'] } }, 'not_found'],
    ['a team that is not here', { who: { kind: 'team', team: 't-nowhere' } }, 'nobody_may_decide'],
    ['more people than there are', { who: { kind: 'role', role: 'admin' }, quorum: 20 }, 'nobody_may_decide'],
    ['what is no policy', { who: { kind: 'people', people: [] } }, 'bad_policy'],
  ] as [string, PolicyText, string][])('%s makes no policy', async (_, policy, code) =>
    expect(codeOf(await set(policy))).toBe(code),
  )
  it('for gates, commands and plans it is a client’s, and for writes a tool’s', async () => {
    const admins: PolicyText = { who: { kind: 'role', role: 'admin' } }
    granted(await set(admins, 'command', 'c-rota'))
    for (const [kind, subject] of [
      ['command', 'order_towels'],
      ['write', 'c-rota'],
      ['write', 'no_tool'],
      ['wish', 'c-rota'],
    ] as const)
      expect(codeOf(await set(admins, kind, subject))).toBe('not_found')
    const { policies } = await organization.overview(boss)
    expect(policies.find(({ kind, subject }) => kind === 'command' && subject === 'c-rota')?.policy?.who).toEqual(
      admins.who,
    )
  })
})

describe('a client’s key', () => {
  it('is shown once, kept as a hash, and opens nothing any more when it is revoked', async () => {
    granted(await organization.makeClient(boss, 'Billing'))
    const client = (await organization.overview(boss)).clients.find(({ name }) => name === 'Billing')
    const { key } = granted(await organization.makeKey(boss, { client: client?.id ?? '', scopes: ['read', 'wish'] }))
    const asked = () => identity().clientOf(`Bearer ${key}`)
    expect(await asked()).toMatchObject({ id: client?.id, scopes: ['read'] })
    const dump = JSON.stringify([await world.test.query('select * from api_keys'), await history()])
    expect(dump).not.toContain(key.slice(10))
    const shown = (await organization.overview(boss)).clients.find(({ name }) => name === 'Billing')?.keys[0]
    expect(shown?.hint).toBe(key.slice(0, 8))
    expect(codeOf(await organization.revokeKey(boss, { client: 'c-rota', hash: shown?.hash ?? '' }))).toBe('not_found')
    granted(await organization.revokeKey(boss, { client: client?.id ?? '', hash: shown?.hash ?? '' }))
    expect(await asked()).toBeNull()
  })
  it('has at least one scope, and is a client’s of this organization', async () => {
    expect(codeOf(await organization.makeKey(boss, { client: 'c-rota', scopes: ['decide'] }))).toBe('invalid')
    expect(
      codeOf(await organization.makeKey(boss, { client: `cl_${randomBytes(6).toString('hex')}`, scopes: ['read'] })),
    ).toBe('not_found')
  })
})

it('a profile takes a name that can be seen and a zone that is one', async () => {
  const vic = aPerson('vic')
  expect(codeOf(await organization.setProfile(vic, { name: ' ', zone: 'Mars/Base' }))).toBe('invalid')
  granted(await organization.setProfile(vic, { name: 'Vic V', zone: 'Europe/Paris' }))
  expect(await identity().signedIn(await session('u-vic'))).toMatchObject({
    zone: 'Europe/Paris',
    person: { name: 'Vic V' },
  })
  granted(await organization.setProfile(vic, { name: 'Vic', zone: '' }))
  expect((await identity().signedIn(await session('u-vic')))?.zone).toBe('UTC')
})

it('all of it is in the organization’s own history, which verifies', async () => {
  const [row] = await world.test.query<{ events: number; head: Buffer }>(
    "select events, head from organizations where id = 'northgate'",
  )
  expect(verifyChain(await history(), row).ok).toBe(true)
  expect(new Set(await kinds())).toEqual(
    new Set([
      ...['invited', 'invite_closed', 'joined', 'role_changed', 'removed', 'team_made', 'team_renamed', 'team_closed'],
      ...['team_joined', 'team_left', 'policy_set', 'policy_dropped', 'client_made', 'key_made', 'key_revoked'],
    ]),
  )
})

describe('a refusal', () => {
  const marks = async () => [
    await world.test.query("select roll from organizations where id = 'northgate'"),
    await world.count('changes'),
  ]
  it('locks nothing and leaves nothing: neither that of a stranger with a session nor that of a member', async () => {
    const before = await marks()
    // whoever writes a proposal meanwhile holds the roll: who is refused does not wait for it
    const holder = new pg.Client({ connectionString: world.test.ownerUrl })
    await holder.connect()
    try {
      await holder.query("begin; select pg_advisory_xact_lock_shared(hashtextextended('roll:northgate', 0))")
      expect(codeOf(await organization.accept('u-zoe', { org: 'northgate', id: v7() }, 'none'))).toBe('not_found')
      expect(codeOf(await organization.remove(ada, 'u-ben'))).toBe('not_admin')
    } finally {
      await holder.end()
    }
    expect(codeOf(await organization.remove(boss, 'u-nobody'))).toBe('not_found')
    expect(await marks()).toEqual(before)
  })
})

it('who is removed from their last two organizations at once gives the address back', async () => {
  for (const org of ['northgate', 'southgate']) {
    const add = administration(world.db).putMember
    await add({ org, id: 'u-both', email: 'both@x.example', name: 'Both', role: 'member' })
    await add({ org, id: 'u-boss', email: 'boss@northgate.example', name: 'Boss', role: 'admin' })
  }
  const holder = new pg.Client({ connectionString: world.test.ownerUrl })
  await holder.connect()
  await holder.query("begin; select id from users where id = 'u-both' for update")
  const both = Promise.all([
    organization.remove(boss, 'u-both'),
    organization.remove({ ...boss, org: 'southgate' }, 'u-both'),
  ])
  // both are under way, and neither has seen the other's end
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await world.test.query(waiting)).length).toBe(2)
  await holder.end()
  expect((await both).map(codeOf)).toEqual(['ok', 'ok'])
  expect(await world.test.query("select email from users where id = 'u-both'")).toEqual([
    { email: 'u-both@removed.invalid' },
  ])
})

it('a change stands also where eligibility cannot follow at once', async () => {
  const { markedRequests } = world.store
  world.store.markedRequests = async () => Promise.reject(new Error('no database'))
  expect(codeOf(await organization.makeTeam(boss, 'Night'))).toBe('ok')
  const put = { team: await teamId('Night'), user: 'u-boss', lead: false }
  expect(codeOf(await organization.putOnTeam(boss, put))).toBe('ok')
  world.store.markedRequests = markedRequests
  expect(world.logged.at(-1)).toMatchObject({ event: 'follow.failed' })
})
