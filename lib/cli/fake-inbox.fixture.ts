import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { canonicalize, type Json } from '@/lib/binding'
import { toCommandInputs } from './testing'

/** What a fake answers, per call; left out, it answers as a real one whose person says yes at once. */
export type Answers = {
  propose?: Answer
  wait?: Answer
  grant?: Answer
  redeem?: Answer
}
type Answer = (context: { inputs: Json; response: ServerResponse; server: Server; times: number }) => unknown

export type FakeInbox = {
  url: string
  /** «METHOD path» of every call, in order. */
  calls: string[]
  /** The Idempotency-Key of each call, `''` where there is none. */
  keys: string[]
  reports: Json[]
  /** Answers every call that waits with this status from now on. */
  decide(status: string): void
  close(): Promise<void>
}

const ID = '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21'

/** A stand-in for an inbox, good or bad, on a free port of this machine. */
export async function fakeInbox(answers: Answers = {}, tls?: { key: string; cert: string }): Promise<FakeInbox> {
  let inputs: Json = null
  let status = answers.wait === undefined ? 'approved' : 'pending'
  const waiting: (() => void)[] = []
  const calls: string[] = []
  const keys: string[] = []
  const reports: Json[] = []
  const times = new Map<string, number>()
  const view = (now: string) => ({ id: ID, status: now, url: `${url}/requests/${ID}`, decision: decisionOf(now) })

  const listener: RequestListener = async (request, response) => {
    const body = await bodyOf(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    calls.push(`${request.method} ${request.url}`)
    keys.push(String(request.headers['idempotency-key'] ?? ''))
    const name = nameOf(request.method ?? '', path)
    const count = (times.get(name) ?? 0) + 1
    times.set(name, count)
    if (name === 'propose') inputs = toCommandInputs(body)
    const special =
      name === 'propose' || name === 'wait' || name === 'grant' || name === 'redeem' ? answers[name] : undefined
    const answer = special?.({ inputs, response, server, times: count })
    if (response.writableEnded || response.destroyed) return
    if (answer === HANG) return void waiting.push(() => send(response, view(status)))
    if (special !== undefined && answer !== undefined) return send(response, answer)
    if (name === 'report') reports.push(body)
    if (name === 'propose') return send(response, view('pending'), 201)
    if (name === 'grant')
      return send(response, { grant: `grt_${'0'.repeat(48)}`, expires_at: '2026-12-01T09:45:00.000Z' })
    if (name === 'redeem') return send(response, redeemed(inputs))
    send(response, view(name === 'withdraw' ? 'withdrawn' : status))
  }
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  return {
    url,
    calls,
    keys,
    reports,
    decide(now) {
      status = now
      for (const answer of waiting.splice(0)) answer()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Leaves a call open until `decide`. */
export const HANG = Symbol('hang')

/** What redeeming gives, with changes. */
export function redeemed(inputs: Json, changes: object = {}): object {
  const text = canonicalize(inputs)
  return {
    request: ID,
    tool: 'command',
    version: '1',
    inputs,
    inputs_text: text,
    user: 'client:c',
    agent: null,
    ...changes,
  }
}

/** A request as it is read, with a status. */
export function viewed(status: string): object {
  return { id: ID, status, url: `http://127.0.0.1/requests/${ID}`, decision: decisionOf(status) }
}

/** Ends an answer with a status and a text of one's own. */
export function raw(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
}

function decisionOf(status: string) {
  return status === 'pending' ? null : { by: { id: 'u-dana', name: 'Dana Whitlock' }, note: 'Not today.' }
}

function nameOf(method: string, path: string): string {
  if (path.endsWith('/grant')) return 'grant'
  if (path.endsWith('/outcome')) return 'report'
  if (path.endsWith('/withdraw')) return 'withdraw'
  if (path.endsWith('/redemptions')) return 'redeem'
  return method === 'POST' ? 'propose' : 'wait'
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? null : JSON.parse(text)
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
