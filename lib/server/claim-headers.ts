import type { IncomingMessage } from 'node:http'
import { isDocument } from './is-document'

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * Makes a request's headers say what is so, before Next sees them: the host is the configured one (Next and next-auth
 * believe `Host` and `X-Forwarded-Host`: a forged one would stand in sign-in mails and pass the origin check), and the
 * headers in which the front speaks to pages come from the front.
 *
 * `x-countersign-load: document` marks a document load, and `head` a HEAD, which may have a document's status and
 * nothing else of it; `x-countersign-here: yes` a post made on this very machine, at
 * this very address, through nothing in between.
 */
export function claimHeaders(request: IncomingMessage, base: URL): void {
  const { headers } = request
  const here = isFromHere(request, base)
  const load = isDocument(request) ? 'document' : request.method === 'HEAD' ? 'head' : null
  for (const name of Object.keys(headers)) if (FRONTS_OWN.test(name)) delete headers[name]
  headers.host = base.host
  headers['x-forwarded-host'] = base.host
  headers['x-forwarded-proto'] = base.protocol.slice(0, -1)
  if (load !== null) headers['x-countersign-load'] = load
  if (here) headers['x-countersign-here'] = 'yes'
}

// x-nonce and the policy are set by proxy.ts on the paths it covers; elsewhere nobody may send them either.
const FRONTS_OWN =
  /^(?:x-countersign-|x-forwarded-|x-middleware-|forwarded$|x-nonce$|content-security-policy$|x-real-ip$)/

function isFromHere({ headers, socket }: IncomingMessage, base: URL): boolean {
  return (
    !cameThroughAnother({ headers }) &&
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    headers.host === base.host &&
    headers.origin === base.origin
  )
}

/**
 * Where to send a document that was asked for at another name of this machine (127.0.0.1 for localhost): its cookies
 * and its origin would be another one's. Null when the name is right, or not this machine's.
 */
export function rightName(request: IncomingMessage, base: URL): string | null {
  const { host } = request.headers
  if (host === undefined || host === base.host || !isDocument(request) || request.method !== 'GET') return null
  const other = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
  const bothHere = other !== null && [other.hostname, base.hostname].every((name) => HERE.has(name))
  return bothHere && other.port === base.port ? `${base.origin}${request.url}` : null
}

const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a proxy or a tunnel says that it passed this request on. */
export function cameThroughAnother({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Object.keys(headers).some((name) => /^(?:x-forwarded-|forwarded$|via$|x-real-ip$)/.test(name))
}
