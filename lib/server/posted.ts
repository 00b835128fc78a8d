import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from './composition'

/** What a page may be sent; a decision is some hundred bytes. */
const MOST_BYTES = 256 * 1024

/** What a post to a page is refused with before Next sees it. */
export type Refused = { status: 403 | 413; says: string }

/**
 * Says no to what no form of ours sends: a post that another site's page made (Next would answer 500, and is the only one
 * that looks), and one that is too large (without JavaScript the answer to it is a bare 500).
 */
export function refusedPost(request: IncomingMessage, base: URL): Refused | null {
  if (request.method !== 'POST') return null
  const { origin, 'content-length': length } = request.headers
  if (origin !== undefined && origin !== base.origin)
    return { status: 403, says: 'This was sent from another site, so nothing was done.' }
  if (Number(length ?? 0) > MOST_BYTES)
    return {
      status: 413,
      says: 'This is more than can be sent at once (256 KB), so nothing was done. Go back: what you typed is still there.',
    }
  return null
}

const UNREADABLE = 'What was sent could not be read, so nothing was done. Go back: what you typed is still there.\n'

/**
 * Answers 400 where Next says 500 to a post that nothing of ours has seen: it could not even be taken apart. `reply` says
 * whether anything has; a fault behind that is a fault of ours, and stays 500.
 */
export function answerUnreadable(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (request.method !== 'POST') return
  const [writeHead, write, end] = [response.writeHead, response.write, response.end]
  const isUnreadable = () => response.statusCode === 500 && reply.isReached !== true && !response.headersSent
  const original = (method: unknown, args: unknown[]) =>
    typeof method === 'function' ? Reflect.apply(method, response, args) : undefined

  response.writeHead = (code: number, ...rest: unknown[]) => {
    response.statusCode = code
    return isUnreadable() ? response : original(writeHead, [code, ...rest])
  }
  Object.assign(response, {
    write: (...args: unknown[]) => isUnreadable() || original(write, args),
    end: (...args: unknown[]) => {
      if (!isUnreadable()) return original(end, args)
      for (const name of response.getHeaderNames())
        if (/^(?:content-|transfer-)/.test(name)) response.removeHeader(name)
      original(writeHead, [400, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }])
      return original(end, [UNREADABLE])
    },
  })
}
