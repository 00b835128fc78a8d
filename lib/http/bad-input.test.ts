import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { refuse } from '@/lib/result'
import { A_KEY, AN_ID, aClient, anApi, ORIGIN } from './testing'

const MOST = 256 * 1024
const write = (inputs: string) => `{"kind":"write","tool":"t","inputs":${inputs}}`

/** No use case may be asked: whatever is refused here has stored nothing. */
async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const document = await response.json()
  expect(document.status).toBe(response.status)
  expect(document.type).toBe(`${ORIGIN}/api/v1/problems/${document.code}`)
  return { status: response.status, code: document.code, errors: document.errors }
}

describe('bad input is a problem that names the place, and no use case is asked', () => {
  it.each([
    ['malformed', '{"kind":', 400, 'malformed_json', ['/kind']],
    ['an empty body', '', 400, 'malformed_json', ['']],
    ['a byte order mark', `\ufeff${write('1')}`, 400, 'malformed_json', ['']],
    ['duplicate keys, however spelt', write('{"a":{"b":1,"\\u0062":2}}'), 422, 'duplicate_key', ['/inputs/a/b']],
    ['2^53+1', write('{"id":[9007199254740993]}'), 422, 'unsafe_number', ['/inputs/id/0']],
    ['a big whole number that an exponent hides', write('9007199254740993e0'), 422, 'unsafe_number', ['/inputs']],
    ['half a surrogate pair', write('{"a/b":"\\ud800"}'), 422, 'lone_surrogate', ['/inputs/a~1b']],
    [
      'unknown fields',
      '{"kind":"write","tool":"t","inputs":1,"sudo":true,"__proto__":1}',
      422,
      'invalid',
      ['/sudo', '/__proto__'],
    ],
    ['a missing field', '{"kind":"write"}', 422, 'invalid', ['/tool', '/inputs']],
    ['another kind', '{"kind":"wish","prompt":"?"}', 422, 'invalid', ['/kind']],
    ['no kind', '{}', 422, 'invalid', ['/kind']],
    ['a list', '[]', 422, 'invalid', ['']],
    [
      'a life over 30 days',
      write('1').replace('}', ',"expires_in_seconds":2592001}'),
      422,
      'invalid',
      ['/expires_in_seconds'],
    ],
    ['a half second', write('1').replace('}', ',"expires_in_seconds":0.5}'), 422, 'invalid', ['/expires_in_seconds']],
    ['U+0000 where it would be stored', write('1').replace('"t"', '"t\\u0000"'), 422, 'invalid', ['/tool']],
    [
      'a long name of an agent',
      write('1').replace('}', `,"agent":{"name":"${'x'.repeat(81)}"}}`),
      422,
      'invalid',
      ['/agent/name'],
    ],
    [
      'many words of an agent',
      write('1').replace('}', `,"agent":{"name":"x","words":"${'x'.repeat(4001)}"}}`),
      422,
      'invalid',
      ['/agent/words'],
    ],
    ['a request to replace that is none', write('1').replace('}', ',"replaces":"12"}'), 422, 'invalid', ['/replaces']],
  ])('%s', async (_name, body, status, code, pointers) => {
    const problem = await problemOf(await anApi().post('/requests', body))
    expect(problem).toMatchObject({ status, code })
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers)
  })

  it('too deep', async () => {
    const problem = await problemOf(await anApi().post('/requests', write('['.repeat(64) + ']'.repeat(64))))
    expect(problem).toMatchObject({ status: 422, code: 'too_deep' })
  })

  it('another kind is told which kinds exist', async () => {
    const { errors } = await problemOf(await anApi().post('/requests', '{"kind":"wish"}'))
    expect(errors).toEqual([
      { pointer: '/kind', detail: expect.stringContaining('must be a kind that exists here: write') },
    ])
  })

  it('bytes that are not UTF-8', async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    expect(await problemOf(await anApi().post('/requests', body))).toMatchObject({
      status: 400,
      code: 'malformed_json',
    })
  })

  it.each(['text/plain', 'application/jsonp', 'application/json; charset=latin1', 'application/x-www-form-urlencoded'])(
    'a body of type %s',
    async (type) => {
      const answer = await anApi().post('/requests', write('1'), { 'content-type': type })
      expect(await problemOf(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    },
  )

  it('a compressed body', async () => {
    const answer = await anApi().post('/requests', write('1'), { 'content-encoding': 'gzip' })
    expect(await problemOf(answer)).toMatchObject({ status: 415 })
  })

  it.each([
    ['?limit=0', [{ parameter: 'limit', detail: 'must be a whole number from 1 to 200' }]],
    ['?limit=201', [{ parameter: 'limit', detail: 'must be a whole number from 1 to 200' }]],
    ['?limit=1&limit=2', [{ parameter: 'limit', detail: 'is given more than once' }]],
    ['?stauts=pending', [{ parameter: 'stauts', detail: 'is not known here' }]],
    ['?cursor=%00', [{ parameter: 'cursor', detail: 'holds U+0000, which cannot be stored' }]],
  ])('a query %s', async (query, errors) => {
    expect(await problemOf(await anApi().send(`/requests${query}`))).toEqual({ status: 422, code: 'invalid', errors })
  })

  it('a wait over a minute', async () => {
    const { errors } = await problemOf(await anApi().send(`/requests/${AN_ID}?wait=61`))
    expect(errors).toEqual([{ parameter: 'wait', detail: 'must be a whole number from 0 to 60' }])
  })

  it.each(['', 'two words', 'ключ', 'k'.repeat(256)].map((key) => [key]))('an Idempotency-Key «%s»', async (key) => {
    const headers = new Headers({ authorization: A_KEY, 'content-type': 'application/json' })
    headers.set('idempotency-key', [...key].map((c) => (c > '\u007f' ? '\u00e9' : c)).join(''))
    const body = write('1')
    const answer = await anApi().fetch(new Request(`${ORIGIN}/api/v1/requests`, { method: 'POST', body, headers }))
    expect((await problemOf(answer)).errors).toEqual([
      { header: 'Idempotency-Key', detail: 'must be 1 to 255 visible ASCII characters' },
    ])
  })

  it('a long tail of output, and a long note', async () => {
    const body = JSON.stringify({ outcome: 'done', note: 'n'.repeat(4001), output_tail: 'x'.repeat(16_385) })
    const { errors } = await problemOf(await anApi().post(`/requests/${AN_ID}/outcome`, body))
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/note', '/output_tail'])
  })
})

describe('what a use case refuses names its places as pointers', () => {
  it.each([
    ['unknown_tool', '$.tool', 422, '/tool'],
    ['invalid', '$.inputs.a[0]["b.c"]', 422, '/inputs/a/0/b.c'],
    ['idempotency_key_reused', null, 422, null],
    ['no_policy', null, 409, null],
    ['not_authorized', null, 403, null],
    ['tool_failed', null, 502, null],
  ] as const)('%s', async (code, path, status, pointer) => {
    const at = path === null ? [] : [{ path, message: 'is wrong' }]
    const api = anApi({ propose: async () => refuse(code, at) })
    const errors = pointer === null ? undefined : [{ pointer, detail: 'is wrong' }]
    expect(await problemOf(await api.post('/requests', write('1')))).toEqual({ status, code, errors })
  })

  it('a cursor of another list is a parameter', async () => {
    const at = [{ path: '$.cursor', message: 'is not a cursor of this list' }]
    const api = anApi({ listForClient: async () => refuse('invalid', at) })
    const { errors } = await problemOf(await api.send('/requests?cursor=x'))
    expect(errors).toEqual([{ parameter: 'cursor', detail: 'is not a cursor of this list' }])
  })
})

describe('too large', () => {
  it('is refused by its announced length before a byte is read', async () => {
    let isRead = false
    const pull = () => {
      isRead = true
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { 'content-length': String(MOST + 1), 'content-type': 'application/json' }
    const answer = await anApi().send('/requests', { method: 'POST', body, headers, duplex: 'half' })
    expect(await problemOf(answer)).toMatchObject({ status: 413, code: 'too_large' })
    expect(isRead).toBe(false)
  })

  it('is refused while it streams, and no more is read', async () => {
    let sent = 0
    const chunk = new Uint8Array(64 * 1024).fill(0x20)
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length
        controller.enqueue(chunk)
      },
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await anApi().send('/requests', { method: 'POST', body, headers, duplex: 'half' })
    expect(await problemOf(answer)).toMatchObject({ status: 413, code: 'too_large' })
    expect(sent).toBeLessThanOrEqual(MOST + 3 * chunk.length)
  })

  it('begins one byte above 256 KiB', async () => {
    const asked: number[] = []
    const api = anApi({
      propose: async (_client, { inputs }) => {
        asked.push(String(inputs).length)
        return refuse('not_authorized')
      },
    })
    const frame = write('""').length
    expect((await api.post('/requests', write(`"${'x'.repeat(MOST - frame)}"`))).status).toBe(403)
    expect((await api.post('/requests', write(`"${'x'.repeat(MOST - frame + 1)}"`))).status).toBe(413)
    expect(asked).toEqual([MOST - frame])
  })

  it.each([0.9, 1.1, 9.9, 10.1])(
    '%d MB over a real connection is refused whole, announced or not',
    async (megabytes) => {
      const server = createServer(getRequestListener(anApi().fetch, { overrideGlobalObjects: false }))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const body = write(`"${'x'.repeat(megabytes * 1e6)}"`)
      const send = (headers: { [name: string]: string }) =>
        new Promise<number | undefined>((resolve, reject) => {
          const path = '/api/v1/requests'
          const all = { authorization: A_KEY, 'content-type': 'application/json', ...headers }
          const sending = httpRequest({ port, path, method: 'POST', headers: all }, (answer) => {
            answer.resume()
            resolve(answer.statusCode)
          })
          // What is not wanted any more may be cut off while it is being sent; the answer has come by then.
          sending.on('error', reject)
          sending.end(body)
        })
      try {
        expect(await send({ 'content-length': String(body.length) })).toBe(413)
        expect(await send({ 'transfer-encoding': 'chunked' })).toBe(413)
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
  )
})

describe('a body that ends early', () => {
  it('is refused by its announced length, even where what came is JSON', async () => {
    const body = write('1')
    const answer = await anApi().post('/requests', body, { 'content-length': String(body.length + 1) })
    expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'truncated_body' })
  })

  it('is refused when the stream breaks', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('connection reset'))
      },
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await anApi().send('/requests', { method: 'POST', body, headers, duplex: 'half' })
    expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'truncated_body' })
  })
})

describe('keys', () => {
  it('no key, a wrong one and a revoked one answer the same bytes', async () => {
    const { fetch } = anApi()
    const answers = await Promise.all(
      [undefined, 'Bearer csk_other', 'Basic eDp5', 'Bearer', A_KEY.toUpperCase()].map(async (authorization) => {
        const headers: HeadersInit = authorization === undefined ? {} : { authorization }
        const answer = await fetch(new Request(`${ORIGIN}/api/v1/requests`, { headers }))
        return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: await answer.text() }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 401, challenge: 'Bearer realm="countersign"' })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it.each([
    ['POST', '/requests', 'propose'],
    ['POST', `/requests/${AN_ID}/withdraw`, 'propose'],
    ['GET', '/requests', 'read'],
    ['GET', `/requests/${AN_ID}`, 'read'],
    ['POST', `/requests/${AN_ID}/grant`, 'redeem'],
    ['POST', '/redemptions', 'redeem'],
    ['POST', '/resolutions', 'redeem'],
    ['POST', `/requests/${AN_ID}/outcome`, 'redeem'],
  ] as const)('%s %s needs the scope of its own, whatever the body', async (method, path, scope) => {
    const others = aClient().scopes.filter((other) => other !== scope)
    const answer = await anApi({}, aClient({ scopes: others })).send(path, { method })
    expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`)
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'scope_missing' })
  })
})
