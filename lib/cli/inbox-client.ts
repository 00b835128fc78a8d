import { z } from 'zod'
import { parseStrictJson } from '@/lib/binding'
import { type Result, refuse, yes } from '@/lib/result'
import { asSentence, type No } from './refusals'

/** What this client reads of a request; more may stand there. */
const request = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'approved', 'rejected', 'returned', 'expired', 'withdrawn']),
  url: z.string(),
  decision: z.object({ by: z.object({ name: z.string() }).nullable(), note: z.string().nullable() }).nullable(),
})
const granted = z.object({ grant: z.string().min(1) })
const redeemed = z.object({
  request: z.string(),
  tool: z.string(),
  version: z.string(),
  inputs: z.unknown(),
  inputs_text: z.string(),
})

export type WireRequest = z.infer<typeof request>
export type RedeemedCall = z.infer<typeof redeemed>
export type Outcome = { outcome: 'running' | 'done' | 'failed' | 'unknown'; note: string; output_tail?: string }

/** The calls of the machine API that a command needs. Whatever is not a plain yes is a refusal; none throws. */
export type InboxClient = {
  propose(body: object, key: string, signal: AbortSignal): Promise<Result<WireRequest, No>>
  /** One open request, for up to so many seconds. */
  wait(id: string, seconds: number, signal: AbortSignal): Promise<Result<WireRequest, No>>
  grant(id: string, signal: AbortSignal): Promise<Result<{ grant: string }, No>>
  redeem(grant: string, key: string, signal: AbortSignal): Promise<Result<RedeemedCall, No>>
  withdraw(id: string): Promise<Result<WireRequest, No>>
  report(id: string, outcome: Outcome): Promise<Result<WireRequest, No>>
}

const CALL_MS = 15_000
/** Taking back and reporting are tried for no longer: somebody waits for this program to end. */
const FAREWELL_MS = 5_000
/** No answer of these is longer. */
const MAX_ANSWER = 2 * 1024 * 1024

/** Talks to one inbox with one key. Follows no redirect: a key is for the address that was configured. */
export function inboxClient({ url, key }: { url: string; key: string }): InboxClient {
  const send = sender(url, key)
  const never = new AbortController().signal
  const at = (id: string) => `/requests/${encodeURIComponent(id)}`
  return {
    propose: (body, idempotency, signal) => send('/requests', request, { body, idempotency, signal, limitMs: CALL_MS }),
    wait: (id, seconds, signal) =>
      send(`${at(id)}?wait=${seconds}`, request, { signal, limitMs: seconds * 1000 + CALL_MS }),
    grant: (id, signal) => send(`${at(id)}/grant`, granted, { body: {}, signal, limitMs: CALL_MS }),
    redeem: (grant, idempotency, signal) =>
      send('/redemptions', redeemed, { body: { grant }, idempotency, signal, limitMs: CALL_MS }),
    withdraw: (id) => send(`${at(id)}/withdraw`, request, { body: {}, signal: never, limitMs: FAREWELL_MS }),
    report: (id, body) => send(`${at(id)}/outcome`, request, { body, signal: never, limitMs: FAREWELL_MS }),
  }
}

type Sending = { body?: object; idempotency?: string; signal: AbortSignal; limitMs: number }

function sender(url: string, key: string) {
  return async <T>(path: string, shape: z.ZodType<T>, sending: Sending): Promise<Result<T, No>> => {
    const { body, idempotency, signal, limitMs } = sending
    let answer: { status: number; text: string }
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotency === undefined ? {} : { 'idempotency-key': idempotency }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      })
      answer = { status: response.status, text: await response.text() }
    } catch (error) {
      return signal.aborted ? refuse('interrupted') : refuse('unreachable', [{ path: '$', message: causeOf(error) }])
    }
    const json = answer.text.length > MAX_ANSWER ? refuse('too_large') : parseStrictJson(answer.text)
    if (answer.status < 200 || answer.status > 299)
      return refuse('refused', [{ path: '$', message: problemOf(answer.status, json) }])
    const read = json.ok ? shape.safeParse(json.value) : null
    return read?.success === true ? yes(read.data) : refuse('malformed_answer')
  }
}

const problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
})

/** What a problem document says, for a person; the status where there is none. */
function problemOf(status: number, json: Result<unknown, unknown>): string {
  const read = json.ok ? problem.safeParse(json.value) : null
  if (read?.success !== true) return `Status ${status}.`
  const { title, detail, errors = [] } = read.data
  const places = errors.map((error) => `${error.pointer} ${error.detail}`).join('; ')
  const said = [title, detail, places].filter((part) => part !== undefined && part !== '')
  return said.map((part) => asSentence(part ?? '')).join(' ') || `Status ${status}.`
}

/** Node puts the cause of a failed fetch one or two levels down. */
function causeOf(error: unknown): string {
  let cause = error
  for (let depth = 0; depth < 3 && cause instanceof Error && cause.cause instanceof Error; depth++) cause = cause.cause
  return cause instanceof Error ? cause.message : String(cause)
}
