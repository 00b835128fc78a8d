import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { cameThroughAnother, claimHeaders, rightName } from './claim-headers'
import type { Composition, Reply } from './composition'
import { eventStreams } from './events'
import { isDocument } from './is-document'
import { answerUnreadable, refusedPost } from './posted'
import { setSecurityHeaders } from './security-headers'

/** What the front hands requests on to. */
export type FrontParts = {
  composition: Composition
  /** The machine API, as a web-standard handler. */
  api: (request: Request) => Response | Promise<Response>
  /** Next. */
  pages: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Next's socket for reloading modules; in development only. */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null
}

/** The front, before it listens. `stop` lets running answers end, for five seconds. */
export type FrontServer = { server: Server; stop(): Promise<void> }

const PAGE_METHODS = new Set(['GET', 'HEAD', 'POST'])
const STOP_MS = 5_000

/**
 * The one server of this process: health, event streams and the machine API are answered here, before Next; everything
 * else goes to it, with headers that say what is so. It decides nothing, and nobody is let in or kept out here: every
 * use case finds out for itself who asks.
 */
export function frontServer({ composition, api, pages, upgrade }: FrontParts): FrontServer {
  const base = new URL(composition.settings.url)
  const streams = eventStreams(composition)
  // Next replaces neither Request nor Response of this process.
  const machine = getRequestListener(async (request) => await api(request), { overrideGlobalObjects: false })
  const server = createServer({ keepAliveTimeout: 65_000 })
  const upgraded = new Set<Duplex>()
  let isClosing = false

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    setSecurityHeaders(response, base)
    if (isClosing) response.setHeader('connection', 'close')
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!path.startsWith('/') || !isReadable(path)) return says(response, 400, 'bad request')
    if (path === '/healthz') return isRead ? await health(response) : notAllowed(response)
    if (path === '/events') return isRead ? await streams.answer(request, response) : notAllowed(response)
    if (path === '/api/v1' || path.startsWith('/api/v1/')) return await machine(request, response)

    if (!PAGE_METHODS.has(request.method ?? '')) return notAllowed(response, 'GET, HEAD, POST')
    const refused = refusedPost(request, base)
    if (refused !== null) return says(response.setHeader('connection', 'close'), refused.status, refused.says)
    const elsewhere = rightName(request, base)
    if (elsewhere !== null) return says(response.setHeader('location', elsewhere), 307, 'moved')
    // A page of the demo may hold sign-in links: no other site's name may lead to it (DNS rebinding), and no tunnel.
    if (composition.demo !== null && (request.headers.host !== base.host || cameThroughAnother(request)))
      return says(response, 421, 'not this address')
    claimHeaders(request, base)
    const reply: Reply = { isPost: request.method === 'POST' }
    correctStatus(request, response, reply)
    answerUnreadable(request, response, reply)
    await composition.reply.run(reply, () => pages(request, response))
  }

  const health = async (response: ServerResponse): Promise<void> => {
    if (isClosing) return says(response, 503, 'stopping')
    const why = await composition.whyNotReady()
    if (why === null) return says(response, 200, 'ok')
    composition.log.warn('not_ready', { why })
    says(response, 503, 'the database does not answer')
  }

  server.on('request', (request, response) => {
    route(request, response).catch((error: unknown) => {
      composition.log.error('answer_failed', error, { method: request.method ?? '', path: request.url ?? '' })
      if (response.headersSent) response.destroy()
      else says(response, 500, 'something went wrong here; nothing was decided')
    })
  })

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (upgrade === null || !request.url?.startsWith('/_next/')) {
      socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    upgrade(request, socket, head)
  })

  return {
    server,
    stop: async () => {
      isClosing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      streams.close()
      // `close` waits for these, and `closeAllConnections` does not know them.
      for (const socket of upgraded) socket.destroy()
      server.closeIdleConnections()
      const impatience = setTimeout(() => server.closeAllConnections(), STOP_MS)
      await closed
      clearTimeout(impatience)
    },
  }
}

/**
 * Lets the page say its status: Next has decided on 200 by the time a page finds that there is nothing to show. And a
 * posted form that is led elsewhere, as its reader's session has ended, gets there by GET: with Next's 307 the browser
 * would post it again, to a page that knows no such form.
 */
function correctStatus(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const isForm = request.method === 'POST' && isDocument(request)
  const right = (code: number) => (code === 200 ? (reply.status ?? code) : code === 307 && isForm ? 303 : code)
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (code: number, ...rest: unknown[]) => Reflect.apply(writeHead, response, [right(code), ...rest])
}

function says(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`${text}\n`)
}

function notAllowed(response: ServerResponse, allow = 'GET, HEAD'): void {
  says(response.setHeader('allow', allow), 405, 'method not allowed')
}

/** Whether every `%` of a path is followed by what it announces; Next answers the others with a bare 500. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
