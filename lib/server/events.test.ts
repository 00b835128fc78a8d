import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type EventStreams, eventStreams } from './events'
import { aFeed, anIdentity, answered, asking, listening, silent } from './testing'

let server: Server | null = null
let streams: EventStreams | null = null
afterEach(async () => {
  streams?.close()
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)))
})

async function aHub({
  beatMs = 60_000,
  ids = new Set(['ines', 'dana']),
  visible = (_id: string): boolean => true,
} = {}) {
  const feed = aFeed()
  const asked: string[][] = []
  const hub = eventStreams({
    identity: anIdentity(ids),
    feed,
    maySee: async (person, requests) => {
      asked.push([person.id, ...requests])
      return new Set(requests.filter(visible))
    },
    log: silent,
    beatMs,
  })
  streams = hub
  server = createServer((request, response) => void hub.answer(request, response))
  return { hub, feed, ids, asked, port: await listening(server) }
}

async function aReader(port: number, cookie = 'ines') {
  const answer = await asking(port, { path: '/events', headers: { cookie } })
  const reader = { answer, text: '', ended: false }
  answer.setEncoding('utf8').on('data', (part: string) => {
    reader.text += part
  })
  answer.on('close', () => {
    reader.ended = true
  })
  await vi.waitFor(() => expect(reader.text).toContain('event: hello'))
  return reader
}

describe('an event stream', () => {
  it('is for who is signed in, is never kept or changed on its way, and comes back by itself', async () => {
    const { port } = await aHub()
    expect((await answered(port, { headers: { cookie: 'stranger' } })).status).toBe(401)
    const { answer, text } = await aReader(port)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(text).toContain('retry: 3000')
  })

  it('names the requests that changed, to those who may see them, and asks once for many', async () => {
    const { port, feed, asked } = await aHub({ visible: (id) => id !== 'hidden' })
    const reader = await aReader(port)
    const second = await aReader(port)
    for (const request of ['r1', 'hidden', 'r2', 'r1']) feed.say({ org: 'northgate', request })
    feed.say({ org: 'elsewhere', request: 'r9' })
    await vi.waitFor(() => expect(reader.text).toContain('{"request":"r2"}'))
    await vi.waitFor(() => expect(second.text).toContain('{"request":"r2"}'))
    expect(reader.text.match(/event: change\ndata: \{"request":"r1"\}\n\n/g)).toHaveLength(1)
    expect(reader.text).not.toMatch(/hidden|r9/)
    expect(asked).toEqual([['ines', 'r1', 'hidden', 'r2']])
  })

  it('ends at once where its reader is removed, and nobody else’s does', async () => {
    const { port, feed, ids } = await aHub()
    const [gone, stays] = [await aReader(port), await aReader(port, 'dana')]
    ids.delete('ines')
    feed.say({ org: 'northgate', request: '00000000-0000-0000-0000-000000000000' })
    await vi.waitFor(() => expect(gone.ended).toBe(true))
    expect(gone.text).toContain('event: bye\ndata: signed_out')
    expect(stays.ended).toBe(false)
    expect(stays.text).not.toContain('event: change')
  })

  it('ends with the session', async () => {
    const { port, ids } = await aHub({ beatMs: 20 })
    const reader = await aReader(port)
    ids.delete('ines')
    await vi.waitFor(() => expect(reader.ended).toBe(true))
    expect(reader.text).toContain('event: bye\ndata: signed_out')
  })

  it('beats, so that what lies between keeps it open', async () => {
    const { port } = await aHub({ beatMs: 20 })
    const reader = await aReader(port)
    await vi.waitFor(() => expect(reader.text).toContain(': still here\n\n'))
  })

  it('answers HEAD without opening a stream', async () => {
    const { port, hub } = await aHub()
    expect((await answered(port, { method: 'HEAD', headers: { cookie: 'ines' } })).status).toBe(200)
    expect(hub.size).toBe(0)
  })

  it('is one of twenty for a person, at most', async () => {
    const { port, hub } = await aHub()
    const open = await Promise.all(Array.from({ length: 20 }, () => aReader(port)))
    expect((await answered(port, { headers: { cookie: 'ines' } })).status).toBe(429)
    expect((await aReader(port, 'dana')).answer.statusCode).toBe(200)
    open[0]?.answer.destroy()
    await vi.waitFor(() => expect(hub.size).toBe(20))
    await aReader(port)
  })

  it('leaves nothing behind, also where the reader left before it began', async () => {
    const { port, hub, feed } = await aHub()
    const open: IncomingMessage[] = []
    for (let n = 0; n < 10; n++) open.push((await aReader(port, 'ines')).answer)
    const early = Array.from({ length: 50 }, () =>
      fetch(`http://127.0.0.1:${port}/events`, { headers: { cookie: 'dana' }, signal: AbortSignal.timeout(1) }).catch(
        () => null,
      ),
    )
    await Promise.all(early)
    for (const answer of open) answer.destroy()
    await vi.waitFor(() => expect(hub.size).toBe(0))
    expect(feed.listeners).toBe(0)
  })
})
