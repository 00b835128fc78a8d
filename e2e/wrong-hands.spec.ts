import { randomBytes, randomUUID } from 'node:crypto'
import { actionNamed, actions, cookieOf, type Posted, parts, plain, post, stated } from './support/actions'
import { elsewhere, people } from './support/people'
import { everything, sql } from './support/sql'
import { api, holderOf, proposeOrder, proposeShift } from './support/stories'
import { expect, test } from './support/test'

/** What no page of ours sends: bytes that are no arguments, and arguments that are of no use. */
const JUNK: { [what: string]: Posted } = {
  'no arguments': plain(),
  'texts where forms belong': plain('x', 'y', 'z'),
  'objects where forms belong': plain({ get: 1 }, { request: [] }),
  'arguments that are none': { type: 'text/plain;charset=UTF-8', body: 'null' },
  'no JSON': { type: 'text/plain;charset=UTF-8', body: 'junk \u001b[2J' },
  'nothing at all': { body: '' },
  'a form that breaks off': { type: 'multipart/form-data; boundary=b', body: '--b\r\ncontent' },
  'a form without arguments': parts(['x', 'y']),
  'a reference to nothing': parts(['0', '[null,"$K9"]']),
  'a reference into prototypes': parts(['0', '["$1:__proto__:constructor","$K1"]'], ['1', '{}']),
  'a reference to an action': parts(['0', '["$F1","$F1"]'], ['1', '{"id":"x","bound":null}']),
  'a file where a text belongs': {
    type: 'multipart/form-data; boundary=b',
    body: '--b\r\ncontent-disposition: form-data; name="_1_request"; filename="x"\r\n\r\nx\r\n--b\r\ncontent-disposition: form-data; name="0"\r\n\r\n[null,"$K1"]\r\n--b--\r\n',
  },
  'fields that nobody reads': stated({ __proto__x: 'y', request: '\u0000', verdict: 'approve', token: '\u0000' }),
  'a very long field': stated({ request: randomUUID(), verdict: 'reject', note: 'x'.repeat(200_000) }),
  'more than is taken': stated({ note: 'x'.repeat(300_000) }),
}

/**
 * What requests, people and rules are; an organization’s own history is no part of it, as it tells of refused attempts,
 * and neither is what it is sealed and mailed by.
 */
async function standing(): Promise<Record<string, string>> {
  const all = await everything()
  const apart = /^public\.(?:organizations|organization_events|seals|unsealed|outbox|changes|timers)$/
  return Object.fromEntries(Object.entries(all).filter(([name]) => !apart.test(name)))
}

test('every action, called with junk by anybody, changes nothing, breaks nothing and tells nothing', async () => {
  test.slow()
  const { id } = await proposeShift()
  const before = await standing()
  const all = actions()
  expect(all.length).toBeGreaterThanOrEqual(8)
  for (const { id: action, name } of all)
    for (const [what, posted] of Object.entries(JUNK)) {
      // a session for each call: signing out ends it
      for (const cookie of [undefined, await cookieOf(people.dana)]) {
        const answer = await post(action, posted, {
          at: `/requests/${id}`,
          ...(cookie === undefined ? {} : { cookie }),
        })
        expect([name, what, answer.status < 500]).toEqual([name, what, true])
        expect(answer.text).not.toMatch(/\n\s+at .*:\d+|node_modules|\.next\/server|"digest":"\d/)
      }
      // and as a form without JavaScript
      const form = await post(null, parts([`$ACTION_ID_${action}`, '']), { at: `/requests/${id}` })
      expect([name, form.status < 500]).toEqual([name, true])
    }
  expect(await standing()).toEqual(before)
})

test('an action that another site calls, or that nobody knows, does nothing', async () => {
  const { id, shift } = await proposeShift()
  const cookie = await cookieOf(people.dana)
  const token = await opened(cookie, id)
  const approval = stated({ request: id, verdict: 'approve', token, note: '' })
  for (const origin of ['https://evil.example', 'null', 'http://localhost', ''])
    expect((await post(actionNamed('decide').id, approval, { cookie, origin })).status).toBe(403)
  for (const unknown of ['0'.repeat(42), 'nope', '__proto__', 'constructor', `${actionNamed('decide').id}0`]) {
    const { status } = await post(unknown, approval, { cookie })
    expect([unknown, status >= 400 && status < 500]).toEqual([unknown, true])
  }
  expect((await api('GET', `/requests/${id}`)).body).toMatchObject({ status: 'pending' })
  expect((await post(actionNamed('decide').id, approval, { cookie })).text).toContain('"status":"approved"')
  expect(await holderOf(shift)).toBe('W-1190')
})

test('«not yours» and «not there» are the same bytes, in every action on a request', async () => {
  const { id } = await proposeShift()
  const [mine, absent] = [id, randomUUID()]
  const before = await standing()
  for (const person of [elsewhere, people.maya]) {
    const cookie = await cookieOf(person)
    const token = `cnf_${randomBytes(24).toString('hex')}`
    const asking: { [what: string]: (request: string) => Promise<{ status: number; text: string }> } = {
      open: (request) => post(actionNamed('openRequest').id, plain(request), { cookie }),
      approve: (request) => decide(cookie, { request, verdict: 'approve', token, note: '' }),
      reject: (request) => decide(cookie, { request, verdict: 'reject', note: 'No.' }),
      'send back': (request) => decide(cookie, { request, verdict: 'return', note: 'No.' }),
      withdraw: (request) => post(actionNamed('withdraw').id, stated({ request }), { cookie }),
      settle: (request) => post(actionNamed('settle').id, stated({ request, happened: 'yes', note: 'x' }), { cookie }),
    }
    for (const [what, ask] of Object.entries(asking)) {
      const [there, not] = [await ask(mine), await ask(absent)]
      expect([person.id, what, there]).toEqual([person.id, what, not])
      expect(there.text).toContain('not_found')
    }
  }
  expect(await standing()).toEqual(before)
})

test('a token that is another person’s, another request’s, expired, tampered with, a grant or empty approves nothing', async () => {
  const [one, two] = [await proposeShift(), await proposeShift()]
  const [dana, ines] = [await cookieOf(people.dana), await cookieOf(people.ines)]
  const good = await opened(dana, one.id)
  const late = await opened(dana, one.id)
  await sql(
    "update tokens set expires_at = app_now() - interval '1 second' where hash = encode(sha256($1::bytea), 'hex')",
    [late],
  )
  const wrong: { [what: string]: string } = {
    'another person’s': await opened(ines, one.id),
    'another request’s': await opened(dana, two.id),
    expired: late,
    'tampered with': `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    'in capitals': good.toUpperCase(),
    'with a space': `${good} `,
    'cut short': good.slice(0, -1),
    'made up': `cnf_${randomBytes(24).toString('hex')}`,
    'a grant': `grt_${good.slice(4)}`,
    empty: '',
  }
  for (const [what, token] of Object.entries(wrong)) {
    const answer = await decide(dana, { request: one.id, verdict: 'approve', token, note: 'Fine.' })
    expect([what, answer.status]).toEqual([what, 200])
    expect([what, answer.text]).toEqual([what, expect.stringContaining('"code":"look_again"')])
    expect(answer.text).toContain('Fine.')
  }
  expect((await api('GET', `/requests/${one.id}`)).body).toMatchObject({ status: 'pending', approvals: { have: 0 } })
  const right = { request: one.id, verdict: 'approve', token: good, note: 'Fine.' }
  expect((await decide(dana, right)).text).toContain('"status":"approved"')
  expect(await holderOf(one.shift)).toBe('W-1190')
  // used: it answers as it did, and does nothing twice
  const again = await decide(dana, right)
  expect(again.text).toContain('"repeated":true')
  expect((await decide(dana, { ...right, request: two.id })).text).toContain('"code":"look_again"')
})

test('a grant that is another client’s, used, expired, tampered with or empty is refused in the same bytes, and the right one still works', async () => {
  const { id } = await proposeOrder(2)
  const dana = await cookieOf(people.dana)
  await decide(dana, { request: id, verdict: 'approve', token: await opened(dana, id), note: '' })
  const ask = async () => String((await api('POST', `/requests/${id}/grant`, {}, 'purchasing')).body.grant)
  const replaced = await ask()
  const good = await ask()
  const wrong: { [what: string]: string } = {
    'replaced by a newer one': replaced,
    'tampered with': `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    'in capitals': good.toUpperCase(),
    'a token': `cnf_${good.slice(4)}`,
    'made up': `grt_${randomBytes(24).toString('hex')}`,
  }
  const order = { tool: 'order_supplies', inputs: { place: 'harbour-bar', item: 'bar-towels', quantity: 2 } }
  const refusals = new Set<string>()
  for (const grant of Object.values(wrong)) {
    const redeemed = await api('POST', '/redemptions', { grant }, 'purchasing')
    refusals.add(JSON.stringify(redeemed))
    expect((await api('POST', '/resolutions', { grant, ...order }, 'purchasing')).body).toEqual({ approved: false })
  }
  for (const client of ['rota', 'other'] as const) {
    refusals.add(JSON.stringify(await api('POST', '/redemptions', { grant: good }, client)))
    expect((await api('POST', '/resolutions', { grant: good, ...order }, client)).body).toEqual({ approved: false })
  }
  const otherCall = { ...order, inputs: { ...order.inputs, quantity: 3 } }
  expect((await api('POST', '/resolutions', { grant: good, ...otherCall }, 'purchasing')).body).toEqual({
    approved: false,
  })
  expect((await api('POST', '/redemptions', { grant: '' }, 'purchasing')).status).toBeLessThan(500)
  expect((await api('POST', '/redemptions', { grant: good }, 'purchasing')).body).toMatchObject({ request: id })
  refusals.add(JSON.stringify(await api('POST', '/redemptions', { grant: good }, 'purchasing')))
  expect([...refusals].map((one) => JSON.parse(one).body.code)).toEqual(['spent'])
})

test('a request of another organization is not there for a client, in the same bytes as one that is nowhere', async () => {
  const { id } = await proposeShift()
  const calls: [method: 'GET' | 'POST', tail: string, body?: unknown][] = [
    ['GET', ''],
    ['POST', '/withdraw', {}],
    ['POST', '/grant', {}],
    ['POST', '/outcome', { outcome: 'done' }],
  ]
  for (const client of ['other', 'purchasing'] as const)
    for (const [method, tail, body] of calls) {
      const [there, absent] = [
        await api(method, `/requests/${id}${tail}`, body, client),
        await api(method, `/requests/${randomUUID()}${tail}`, body, client),
      ]
      expect([client, tail, there]).toEqual([client, tail, absent])
      expect(there.status).toBe(404)
    }
})

/** Opens a request as the page does, and returns the token that the page would hold. */
async function opened(cookie: string, request: string): Promise<string> {
  const { text } = await post(actionNamed('openRequest').id, plain(request), { cookie })
  const token = /"token":"(cnf_[0-9a-f]+)"/.exec(text)?.[1]
  if (token === undefined) throw new Error(`opening gave no token: ${text.slice(0, 300)}`)
  return token
}

function decide(cookie: string, form: Record<string, string>): Promise<{ status: number; text: string }> {
  return post(actionNamed('decide').id, stated(form), { cookie })
}

test('a date that no calendar of the database has is named, not failed on', async () => {
  const inputs = { date: '0000-01-01', place: 'harbour-bar', role: 'bar_staff', shift: 'E-1', worker: 'W-1190' }
  const { status, body } = await api('POST', '/requests', { kind: 'write', tool: 'assign_shift', inputs })
  expect(status).toBe(422)
  expect(body.errors).toEqual([expect.objectContaining({ pointer: '/inputs/date' })])
})
