import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Idempotency, Proposal } from '@/lib/inbox'
import { refuse, yes } from '@/lib/result'
import { AN_ID, aClientView, anApi, ORIGIN } from './testing'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('proposing', () => {
  it('hands on every field in its own words, and answers 201 with the address of the request', async () => {
    let got: { proposal: Proposal; idempotency: Idempotency | null } | undefined
    const api = anApi({
      propose: async (_client, proposal, idempotency) => {
        got = { proposal, idempotency }
        return yes({ request: aClientView(), replayed: false })
      },
    })
    const body = JSON.stringify({
      kind: 'write',
      tool: 'order_supplies',
      version: '1',
      inputs: { b: [null, 1.5], a: '\u202e' },
      on_behalf_of: 'tomas@northgate.example',
      agent: { name: 'Rota agent', words: 'Please.', run: 'r-1' },
      replaces: AN_ID,
      expires_in_seconds: 60,
    })
    const answer = await api.post('/requests', body, { 'idempotency-key': 'k-1' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${ORIGIN}/api/v1/requests/${AN_ID}`)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
    expect(await answer.json()).toMatchObject({
      id: AN_ID,
      url: `${ORIGIN}/requests/${AN_ID}`,
      on_behalf_of: 'u-tomas',
    })
    expect(got).toEqual({
      idempotency: { key: 'k-1', bodyHash: sha256(body) },
      proposal: {
        kind: 'write',
        tool: 'order_supplies',
        version: '1',
        inputs: { b: [null, 1.5], a: '\u202e' },
        onBehalfOf: 'tomas@northgate.example',
        agent: { name: 'Rota agent', words: 'Please.', run: 'r-1' },
        replaces: AN_ID,
        expiresInMs: 60_000,
      },
    })
  })

  it('takes null as inputs, and no key as none', async () => {
    let got: { inputs: unknown; idempotency: Idempotency | null } | undefined
    const api = anApi({
      propose: async (_client, { inputs }, idempotency) => {
        got = { inputs, idempotency }
        return yes({ request: aClientView(), replayed: false })
      },
    })
    expect((await api.post('/requests', '{"kind":"write","tool":"t","inputs":null}')).status).toBe(201)
    expect(got).toEqual({ inputs: null, idempotency: null })
  })

  it('says so when it repeats an earlier answer', async () => {
    const api = anApi({ propose: async () => yes({ request: aClientView(), replayed: true }) })
    const answer = await api.post('/requests', '{"kind":"write","tool":"t","inputs":1}', { 'idempotency-key': 'k' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('one Idempotency-Key on two requests', () => {
  it('is compared with the request it was used for', async () => {
    const hashes: (string | undefined)[] = []
    const api = anApi({
      withdrawForClient: async (_client, _request, idempotency) => {
        hashes.push(idempotency?.bodyHash)
        return yes({ request: aClientView({ status: 'withdrawn' }), replayed: false })
      },
    })
    const other = AN_ID.replace('0', '1')
    for (const id of [AN_ID, AN_ID, other])
      await api.send(`/requests/${id}/withdraw`, { method: 'POST', headers: { 'idempotency-key': 'k' } })
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[2]).not.toBe(hashes[0])
  })
})

describe('reading', () => {
  it('waits only when asked to, and only as long', async () => {
    const waits: unknown[] = []
    const api = anApi({
      viewForClient: async () => yes(aClientView()),
      waitForChange: async (_client, _request, { waitMs, events }) => {
        waits.push({ waitMs, events })
        return yes(aClientView())
      },
    })
    await api.send(`/requests/${AN_ID}`)
    await api.send(`/requests/${AN_ID}?wait=0`)
    expect(waits).toEqual([])
    await api.send(`/requests/${AN_ID}?wait=30`)
    await api.send(`/requests/${AN_ID}?wait=60&events=4`)
    expect(waits).toEqual([
      { waitMs: 30_000, events: null },
      { waitMs: 60_000, events: 4 },
    ])
  })

  it('stops waiting when the client is gone', async () => {
    const gone = new AbortController()
    const api = anApi({
      waitForChange: (_client, _request, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(yes(aClientView())))
          gone.abort()
        }),
    })
    expect((await api.send(`/requests/${AN_ID}?wait=60`, { signal: gone.signal })).status).toBe(200)
  })

  it('HEAD answers as GET, without a body', async () => {
    const api = anApi({ viewForClient: async () => yes(aClientView()) })
    const answer = await api.send(`/requests/${AN_ID}`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  it('lists with the cursor of the next page', async () => {
    const queries: unknown[] = []
    const api = anApi({
      listForClient: async (_client, query) => {
        queries.push(query)
        return yes({ requests: [aClientView()], next: 'c2' })
      },
    })
    const answer = await api.send('/requests?status=pending&cursor=c1&limit=2')
    expect(await answer.json()).toMatchObject({ requests: [{ id: AN_ID }], next: 'c2' })
    expect(queries).toEqual([{ status: 'pending', cursor: 'c1', limit: 2 }])
  })

  it('«not there», «not yours» and «not an id at all» answer the same bytes', async () => {
    const api = anApi({ viewForClient: async () => refuse('not_found') })
    const ids = [AN_ID, AN_ID.replace('0', 'f'), 'x', '..%2f..', '%00', AN_ID.toUpperCase(), '%E0%A4%A']
    const bodies = await Promise.all(ids.map(async (id) => (await api.send(`/requests/${id}`)).text()))
    expect(new Set(bodies).size).toBe(1)
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('after the approval', () => {
  it('a grant is handed out, and kept by nobody on the way', async () => {
    const grant = `grt_${'1'.repeat(48)}`
    const api = anApi({ grant: async () => yes({ grant, expiresAt: '2026-12-01T09:30:00.000Z' }) })
    const answer = await api.send(`/requests/${AN_ID}/grant`, { method: 'POST' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ grant, expires_at: '2026-12-01T09:30:00.000Z' })
  })

  it('a redemption has the inputs as a value, and as the text that was approved, byte for byte', async () => {
    const inputs = '{"10":1,"9":"\\u0000","é":1e+21}'.replace('1e+21', '1.5')
    const call = { request: AN_ID, tool: 't', version: '1', inputs, answer: '{"a":1}', user: 'u-tomas', agent: null }
    const api = anApi({ redeem: async () => yes({ ...call, replayed: false }) })
    const body = await (await api.post('/redemptions', '{"grant":"grt_1"}')).json()
    expect(body.inputs_text).toBe(inputs)
    expect(body.inputs).toEqual(JSON.parse(inputs))
    expect(body).toMatchObject({ answer: { a: 1 }, answer_text: '{"a":1}' })
    const names = ['request', 'tool', 'version', 'inputs', 'inputs_text', 'answer', 'answer_text', 'user', 'agent']
    expect(Object.keys(body)).toEqual(names)
  })

  it('every fault of a grant answers the same bytes', async () => {
    const api = anApi({ redeem: async () => refuse('spent') })
    const grants = ['grt_1', 'cnf_1', 'x', '\u00e9']
    const bodies = await Promise.all(
      grants.map(async (grant) => (await api.post('/redemptions', JSON.stringify({ grant }))).text()),
    )
    expect(new Set(bodies).size).toBe(1)
  })

  it('a resolution answers whether exactly this call was approved', async () => {
    const api = anApi({ resolve: async (_client, { inputs }) => yes({ approved: inputs === null, replayed: false }) })
    const body = (inputs: string) => `{"grant":"grt_1","tool":"t","inputs":${inputs}}`
    expect(await (await api.post('/resolutions', body('null'))).json()).toEqual({ approved: true })
    expect(await (await api.post('/resolutions', body('0'))).json()).toEqual({ approved: false })
  })

  it('an outcome that is settled says which', async () => {
    const at = [{ path: '$.outcome', message: 'the outcome is done' }]
    const api = anApi({ reportOutcome: async () => refuse('outcome_final', at) })
    const answer = await api.post(`/requests/${AN_ID}/outcome`, '{"outcome":"failed"}')
    expect(await answer.json()).toMatchObject({
      status: 409,
      errors: [{ pointer: '/outcome', detail: 'the outcome is done' }],
    })
  })

  it('who comes too late is told what happened, who was first and when', async () => {
    const first = { by: 'u-dana', when: '2026-12-01T09:12:00.000Z' }
    const api = anApi({
      withdrawForClient: async () => refuse('already_decided', [{ path: '$', message: 'approved' }], first),
    })
    const answer = await api.post(`/requests/${AN_ID}/withdraw`, '{}')
    expect(await answer.json()).toMatchObject({
      status: 409,
      code: 'already_decided',
      request_status: 'approved',
      decided_by: 'u-dana',
      decided_at: '2026-12-01T09:12:00.000Z',
    })
  })
})

describe('addresses', () => {
  it('no call decides; that a key tried is kept, and only with a key', async () => {
    const kept: string[] = []
    const api = anApi({
      refuseDeciding: async (client, request, verdict) => void kept.push(`${client.id} ${request} ${verdict}`),
    })
    for (const word of ['approve', 'reject', 'return', 'decide', 'verdicts']) {
      const answer = await api.send(`/requests/${AN_ID}/${word}`, { method: 'POST' })
      expect(await answer.json()).toMatchObject({ status: 404, code: 'no_such_address' })
    }
    expect(kept).toEqual(['approve', 'reject', 'return', 'decide', 'verdicts'].map((word) => `c-rota ${AN_ID} ${word}`))
    await api.send(`/requests/${AN_ID}/approve`, { method: 'POST', headers: { authorization: 'Bearer nobody' } })
    await api.send(`/requests/${AN_ID}/approve`, { method: 'GET' })
    expect(kept).toHaveLength(5)
  })

  it.each(['/nope', '/requests/', '/requests/a/b', '/decisions', ''])('«%s» is not one', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await (await anApi().send(path, { method })).json()).toMatchObject({
        status: 404,
        code: 'no_such_address',
      })
  })

  it.each([
    ['DELETE', '/requests', 'POST, GET, HEAD'],
    ['PUT', `/requests/${AN_ID}`, 'GET, HEAD'],
    ['GET', `/requests/${AN_ID}/withdraw`, 'POST'],
    ['OPTIONS', '/redemptions', 'POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['POST', '/problems/spent', 'GET, HEAD'],
  ])('%s %s is answered 405 with what is allowed', async (method, path, allow) => {
    const answer = await anApi().send(path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
  })
})

describe('an unexpected error', () => {
  it('is logged once under the id that the answer carries, and its text stays here', async () => {
    const api = anApi({ viewForClient: () => Promise.reject(new Error('password=hunter2 at 10.0.0.7')) })
    const answer = await api.send(`/requests/${AN_ID}`)
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(text).not.toContain('hunter2')
    const id = answer.headers.get('x-request-id')
    expect(JSON.parse(text)).toMatchObject({ code: 'internal', request_id: id })
    expect(api.logged).toHaveLength(1)
    expect(api.logged[0]).toMatchObject({ event: 'api.failed', fields: { request_id: id, method: 'GET' } })
  })
})
