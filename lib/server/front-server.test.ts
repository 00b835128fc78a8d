import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { Composition, Reply } from './composition'
import { type FrontServer, frontServer } from './front-server'
import { aFrontsComposition, answered, asking, listening } from './testing'

let front: FrontServer | null = null
afterEach(async () => {
  await front?.stop()
  front = null
})

const url = 'https://countersign.example'
type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A front before pages that say what they were told. */
async function aFront(over: Partial<Composition> = {}, pages: Pages = telling, at = url) {
  const composition = aFrontsComposition(at, over)
  front = frontServer({
    composition,
    api: async (request) => Response.json({ api: new URL(request.url).pathname, method: request.method }),
    pages,
    upgrade: null,
  })
  return { port: await listening(front.server), composition, front }
}

const telling: Pages = async (request, response) => {
  response.end(JSON.stringify({ url: request.url, headers: request.headers }))
}

async function toldHeaders(port: number, headers: IncomingHttpHeaders, method = 'GET'): Promise<IncomingHttpHeaders> {
  return JSON.parse((await answered(port, { method, headers })).text).headers
}

describe('what pages are told', () => {
  it('is the configured address, whatever a request claims', async () => {
    const { port } = await aFront()
    const told = await toldHeaders(port, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '1.2.3.4',
      forwarded: 'host=evil.example',
    })
    expect(told).toMatchObject({
      host: 'countersign.example',
      'x-forwarded-host': 'countersign.example',
      'x-forwarded-proto': 'https',
    })
    expect(JSON.stringify(told)).not.toMatch(/evil|1\.2\.3\.4/)
  })

  it('is a document load only when it is one, and never because a request says so', async () => {
    const { port } = await aFront()
    expect((await toldHeaders(port, {}))['x-countersign-load']).toBe('document')
    const forged = { rsc: '1', 'x-countersign-load': 'document', 'x-countersign-here': 'yes', 'x-nonce': 'n' }
    const told = await toldHeaders(port, { ...forged, 'content-security-policy': 'x', 'x-middleware-subrequest': 'x' })
    for (const name of [
      'x-countersign-load',
      'x-countersign-here',
      'x-nonce',
      'content-security-policy',
      'x-middleware-subrequest',
    ])
      expect(told[name]).toBeUndefined()
  })

  it('is a HEAD where it is one, which may have a document’s status and nothing else of it', async () => {
    const seen: unknown[] = []
    const { port } = await aFront({}, async (request, response) => {
      seen.push(request.headers['x-countersign-load'])
      response.end()
    })
    await answered(port, { method: 'HEAD' })
    expect(seen).toEqual(['head'])
  })

  it('is «from here» only for a post at this very address, from this machine, through nothing in between', async () => {
    const here = 'http://localhost:3000'
    const { port } = await aFront({}, telling, here)
    const genuine = { host: 'localhost:3000', origin: here, 'content-type': 'multipart/form-data' }
    expect((await toldHeaders(port, genuine, 'POST'))['x-countersign-here']).toBe('yes')
    for (const other of [
      { ...genuine, host: 'evil.example:3000' },
      { host: genuine.host },
      { ...genuine, 'x-forwarded-for': '127.0.0.1' },
      { ...genuine, forwarded: 'for=127.0.0.1' },
      { ...genuine, via: '1.1 proxy' },
    ])
      expect((await toldHeaders(port, other, 'POST'))['x-countersign-here']).toBeUndefined()
  })
})

it('a page says its own status, where it would have been 200', async () => {
  const reply = new AsyncLocalStorage<Reply>()
  let status = 200
  const { port } = await aFront({ reply }, async (_request, response) => {
    const said = reply.getStore()
    if (said !== undefined) said.status = 404
    response.writeHead(status, { 'content-type': 'text/html' }).end('nothing here')
  })
  expect(await answered(port, {})).toMatchObject({ status: 404, text: 'nothing here' })
  status = 307
  expect((await answered(port, {})).status).toBe(307)
})

it('leads a posted form elsewhere by GET, so that it is not posted again there; what a script sent stays as it is', async () => {
  const { port } = await aFront({}, async (_request, response) => {
    response.writeHead(307, { location: '/signin' }).end()
  })
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  expect(await answered(port, { method: 'POST', headers: form })).toMatchObject({
    status: 303,
    headers: { location: '/signin' },
  })
  expect((await answered(port, { method: 'POST', headers: { ...form, 'next-action': 'x' } })).status).toBe(307)
})

describe('the front itself', () => {
  it('answers health and the machine API before any page is asked', async () => {
    const { port } = await aFront({}, async () => {
      throw new Error('no page is asked')
    })
    expect(await answered(port, { path: '/healthz' })).toMatchObject({ status: 200, text: 'ok\n' })
    expect((await answered(port, { path: '/healthz', method: 'HEAD' })).text).toBe('')
    expect((await answered(port, { path: '/healthz', method: 'POST' })).status).toBe(405)
    expect(JSON.parse((await answered(port, { path: '/api/v1/requests', method: 'DELETE' })).text)).toEqual({
      api: '/api/v1/requests',
      method: 'DELETE',
    })
  })

  it('is not well while its database does not answer, and says no more than that', async () => {
    const { port } = await aFront({ whyNotReady: async () => 'connect ECONNREFUSED 10.0.0.7:5432' })
    expect(await answered(port, { path: '/healthz' })).toMatchObject({
      status: 503,
      text: 'the database does not answer\n',
    })
  })

  it('gives every answer its security headers, and HSTS over https only', async () => {
    const { port } = await aFront()
    for (const path of ['/', '/healthz', '/events', '/api/v1/requests'])
      expect((await answered(port, { path })).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'strict-transport-security': expect.stringContaining('max-age'),
      })
    await front?.stop()
    const plain = await aFront({}, telling, 'http://localhost:3000')
    expect((await answered(plain.port, {})).headers['strict-transport-security']).toBeUndefined()
  })

  it('refuses what no page takes: other methods, other forms of an address, a body over 256 KiB', async () => {
    const { port } = await aFront()
    expect(await answered(port, { method: 'PUT' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST' },
    })
    expect((await answered(port, { path: 'http://evil.example/' })).status).toBe(400)
    const large = { method: 'POST', headers: { 'content-length': String(256 * 1024 + 1) } }
    expect((await answered(port, large)).status).toBe(413)
  })

  it('a post from another site is refused before any page sees it', async () => {
    const seen: string[] = []
    const { port } = await aFront({}, async (request, response) => {
      seen.push(request.headers.origin ?? 'none')
      response.end()
    })
    for (const origin of ['https://evil.example', 'null', 'http://countersign.example', `${url}.evil.example`]) {
      const answer = await answered(port, { method: 'POST', headers: { origin }, body: 'x' })
      expect([origin, answer.status]).toEqual([origin, 403])
    }
    expect((await answered(port, { method: 'POST', headers: { origin: url }, body: 'x' })).status).toBe(200)
    expect(seen).toEqual([url])
  })

  it('a post that nothing of ours could read is the sender’s fault, one that something of ours has read is not', async () => {
    const { port, composition } = await aFront({}, async (request, response) => {
      const reply = composition.reply.getStore()
      if (reply !== undefined && request.url === '/read') reply.isReached = true
      response.writeHead(500, { 'content-type': 'text/x-component', 'content-length': '6' })
      response.write('1:E{')
      response.end('}\n')
    })
    const unread = await answered(port, { method: 'POST', path: '/unread' })
    expect(unread).toMatchObject({ status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } })
    expect(unread.text).toContain('nothing was done')
    expect(unread.text).not.toContain('1:E')
    expect(await answered(port, { method: 'POST', path: '/read' })).toMatchObject({ status: 500, text: '1:E{}\n' })
    expect((await answered(port, { path: '/unread' })).status).toBe(500)
  })

  it('answers a page that throws with a plain 500, and tells nobody why', async () => {
    const { port } = await aFront({}, async () => {
      throw new Error('the reason')
    })
    const answer = await answered(port, {})
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('the reason')
  })

  it('leads a document at another name of this machine to the right one, and nothing else', async () => {
    const { port } = await aFront({}, telling, 'http://localhost:3000')
    const wrong = { host: '127.0.0.1:3000' }
    expect(await answered(port, { path: '/inbox?q=1', headers: wrong })).toMatchObject({
      status: 307,
      headers: { location: 'http://localhost:3000/inbox?q=1' },
    })
    for (const headers of [{ host: '127.0.0.1:4000' }, { host: 'evil.example:3000' }, { ...wrong, rsc: '1' }])
      expect((await answered(port, { headers })).status).toBe(200)
  })

  it('shows a page of the demo under its own name only', async () => {
    const demo = { people: async () => [], mails: () => [] }
    const { port } = await aFront({ demo }, telling, 'http://localhost:3000')
    expect((await answered(port, { headers: { host: 'evil.example:3000' } })).status).toBe(421)
    expect((await answered(port, { headers: { host: 'localhost:3000' } })).status).toBe(200)
  })

  it('refuses an upgrade, so that no socket stays open for ever', async () => {
    const { port } = await aFront()
    const answer = await asking(port, { headers: { connection: 'upgrade', upgrade: 'websocket' } })
    expect(answer.statusCode).toBe(426)
  })

  it('stops while a stream is open, and says goodbye on it', async () => {
    const { port, front } = await aFront()
    const stream = await asking(port, { path: '/events', headers: { cookie: 'ines' } })
    const text = read(stream)
    await front.stop()
    expect(await text).toContain('event: bye')
    expect(front.server.listening).toBe(false)
  })
})

async function read(stream: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of stream) text += part
  return text
}
