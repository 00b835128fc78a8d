import { randomUUID } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Inbox } from '@/lib/inbox'
import type { Client } from '@/lib/policy'
import type { Answered, Call } from './call'
import { CALLS } from './calls'
import { openApiDocument } from './openapi'
import { problemOf } from './problem-of'
import { PROBLEM_CODES, type Problem, problemResponse, SENTENCES, statusOf } from './problems'

/** What the API needs of the rest. `publicUrl` is an origin; `clientOf` finds whose key an Authorization header holds. */
export type MachineApiParts = {
  inbox: Inbox
  clientOf(authorization: string | undefined): Promise<Client | null>
  /** The same from memory, where it is there; its key is still to be proven. */
  rememberedClientOf(authorization: string | undefined): Client | null
  publicUrl: string
  log: ApiLog
}

/** What the API says of itself; never a body, a key or a grant. */
export type ApiLog = { error(event: string, error: unknown, fields: { [name: string]: string }): void }

const BASE = '/api/v1'

/**
 * The machine API as a web-standard handler: every address under `/api/v1`, every error a problem document.
 *
 * Order of refusals: address, method, key, scope, query and headers, body, then the use case's own. An unexpected error
 * is logged once with the id that the answer carries, and its text never leaves the process.
 */
export function machineApi(parts: MachineApiParts): { fetch(request: Request): Promise<Response> } {
  const { inbox, clientOf, rememberedClientOf, publicUrl, log } = parts
  const problem = (what: Problem) => problemResponse(publicUrl, what)
  const app = new OpenAPIHono()
  const document = openApiDocument(app, CALLS, publicUrl)

  for (const call of CALLS)
    app.on(call.method.toUpperCase(), `${BASE}${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const authorization = c.req.header('authorization')
      const remembered = call.provesKey === true ? rememberedClientOf(authorization) : null
      const isRemembered = remembered?.scopes.includes(call.scope) === true
      const client = isRemembered ? remembered : await clientOf(authorization)
      if (client === null) return problem(UNAUTHENTICATED)
      if (!client.scopes.includes(call.scope)) return problem(scopeMissing(call))
      const answer = await call.handle(
        inbox,
        { request: c.req.raw, client, id: c.req.param('id') ?? '', action: c.req.param('action') ?? '' },
        publicUrl,
      )
      if (answer.ok) return good(call, answer.value, publicUrl)
      // a refusal may come before the key was proven, and is told only to who may hear it
      const now = isRemembered ? await clientOf(authorization) : client
      if (now === null) return problem(UNAUTHENTICATED)
      if (!now.scopes.includes(call.scope)) return problem(scopeMissing(call))
      if (answer.error.code === 'unauthenticated') return problem(UNAUTHENTICATED)
      return problem('at' in answer.error ? problemOf(answer.error, call.faultsIn) : answer.error)
    })
  app.get(`${BASE}/openapi.json`, () => json(200, document))
  app.get(`${BASE}/problems/:code`, (c) => {
    const code = PROBLEM_CODES.find((known) => known === c.req.param('code'))
    if (code === undefined) return problem({ code: 'no_such_address' })
    return json(200, JSON.stringify({ code, status: statusOf(code), ...SENTENCES[code] }))
  })

  const addresses = knownAddresses()
  app.notFound(async (c) => {
    const [, request = '', verdict = ''] = (c.req.method === 'POST' && DECIDING.exec(c.req.path)) || []
    const client = verdict === '' ? null : await clientOf(c.req.header('authorization'))
    if (client !== null) await inbox.refuseDeciding(client, request, verdict)
    const known = addresses.find(({ pattern }) => pattern.test(c.req.path))
    if (known === undefined) return problem({ code: 'no_such_address' })
    return problem({ code: 'method_not_allowed', headers: { allow: known.allow } })
  })
  // Hono would answer by itself, and print; `fetch` does both once, under the call's id.
  app.onError((error) => {
    throw error
  })

  return {
    async fetch(request) {
      const id = randomUUID()
      let response: Response
      try {
        response = await app.fetch(request)
      } catch (error) {
        response = failed(error, request, id)
      }
      response.headers.set('x-request-id', id)
      return response
    },
  }

  function failed(error: unknown, request: Request, id: string): Response {
    log.error('api.failed', error, { request_id: id, method: request.method, path: new URL(request.url).pathname })
    return problem({ code: 'internal', extras: { request_id: id } })
  }
}

/** What somebody would call who thinks that a key can decide. There is no such call; that it was tried is kept. */
const DECIDING = new RegExp(`^${BASE}/requests/([^/]{1,80})/(approve|reject|return|decide|decision|verdicts?)$`)

const UNAUTHENTICATED: Problem = {
  code: 'unauthenticated',
  headers: { 'www-authenticate': 'Bearer realm="countersign"' },
}

/** RFC 6750 §3.1. */
function scopeMissing({ scope }: Call): Problem {
  const challenge = `Bearer realm="countersign", error="insufficient_scope", scope="${scope}"`
  return { code: 'scope_missing', extras: { scope }, headers: { 'www-authenticate': challenge } }
}

function good(
  { answer: { status } }: Call,
  { body, replayed, location }: Answered<unknown>,
  publicUrl: string,
): Response {
  const response = json(status, JSON.stringify(body))
  if (location !== undefined) response.headers.set('location', `${publicUrl}${BASE}${location}`)
  if (replayed === true) response.headers.set('idempotent-replayed', 'true')
  return response
}

function json(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
}

/** The methods of each address; who may GET may HEAD. */
function knownAddresses(): { pattern: RegExp; allow: string }[] {
  const methods = new Map([['/openapi.json', 'GET, HEAD']])
  for (const { method, path } of CALLS) {
    const own = method === 'get' ? 'GET, HEAD' : 'POST'
    const others = methods.get(path)
    methods.set(path, others === undefined ? own : `${others}, ${own}`)
  }
  for (const code of PROBLEM_CODES) methods.set(`/problems/${code}`, 'GET, HEAD')
  return [...methods].map(([path, allow]) => ({
    pattern: new RegExp(`^${BASE}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    allow,
  }))
}
