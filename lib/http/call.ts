import type { z } from '@hono/zod-openapi'
import type { Idempotency, Inbox, InboxRefusal, RefusalCode } from '@/lib/inbox'
import type { Client, Scope } from '@/lib/policy'
import type { Result } from '@/lib/result'
import { faultsOf } from './faults-of'
import type { Problem } from './problems'
import { bodyHash, readBody } from './read-body'

/** What a call is given once everything about it has been checked. */
export type Given<Query, Body> = {
  client: Client
  /** From the address; '' where it has none. */
  id: string
  /** The id of a step, from the address; '' where it has none. */
  action: string
  query: Query
  body: Body
  idempotency: Idempotency | null
  /** Aborts when the client is gone; made only when asked for, as most calls never wait. */
  signal(): AbortSignal
}

/** A good answer. `location` is an address under the API's own. */
export type Answered<T> = { body: T; replayed?: boolean; location?: string }

/** One call of the API: the same definition validates, answers, and is described by the OpenAPI document. */
export type CallDefinition<Query, Body, Answer> = {
  name: string
  method: 'get' | 'post'
  path: string
  scope: Scope
  summary: string
  query: z.ZodObject & z.ZodType<Query>
  /** Null: the call has no body. */
  body: { shape: z.ZodType<Body>; mayBeEmpty?: boolean; example: unknown } | null
  /** Reads the header Idempotency-Key. */
  keyed: boolean
  /** Its first statement proves the key itself, so that the client need not be looked up before. */
  provesKey?: true
  /** Where the paths of a refusal of the use case lead. */
  faultsIn?: 'query'
  answer: { status: 200 | 201; description: string; shape: z.ZodType<Answer>; example: Answer }
  refusals: readonly RefusalCode[]
  run(
    inbox: Inbox,
    given: Given<Query, Body>,
    publicUrl: string,
  ): Promise<Result<Answered<Answer>, InboxRefusal | Problem>>
}

/** A defined call, its types closed over. */
export type Call = Omit<CallDefinition<never, never, never>, 'run' | 'query' | 'body' | 'answer'> & {
  query: z.ZodObject
  body: { shape: z.ZodType; mayBeEmpty?: boolean; example: unknown } | null
  answer: { status: 200 | 201; description: string; shape: z.ZodType; example: unknown }
  /** Checks what came and asks the use case; the key has been found and has the scope. */
  handle(inbox: Inbox, came: Came, publicUrl: string): Promise<Result<Answered<unknown>, Problem | InboxRefusal>>
}

/** A call as it came. */
export type Came = { request: Request; client: Client; id: string; action: string }

/** Defines a call. */
export function call<Query, Body, Answer>(definition: CallDefinition<Query, Body, Answer>): Call {
  const { query, body, keyed } = definition
  return {
    ...definition,
    async handle(inbox, { request, client, id, action }, publicUrl) {
      const asked = query.safeParse(readQuery(request.url), { reportInput: true })
      if (!asked.success) return no({ code: 'invalid', extras: { errors: faultsOf(asked.error, 'query') } })
      const key = keyed ? readKey(request.headers) : null
      if (key === undefined) return no(BAD_KEY)
      const given = { client, id, action, query: asked.data, signal: () => request.signal }
      if (body === null) {
        // A call without a body is defined with one of type undefined: there is nothing to read.
        return definition.run(inbox, { ...given, body: undefined as Body, idempotency: null }, publicUrl)
      }

      const came = await readBody(request, body.mayBeEmpty === true)
      if (!came.ok) return came
      const isLeftOut = came.value.bytes.length === 0
      const parsed = body.shape.safeParse(isLeftOut ? {} : came.value.json, { reportInput: true })
      if (!parsed.success) return no({ code: 'invalid', extras: { errors: faultsOf(parsed.error, 'body') } })
      const idempotency =
        key === null
          ? null
          : { key, bodyHash: bodyHash(id === '' ? null : action === '' ? id : `${id}/${action}`, came.value.bytes) }
      return definition.run(inbox, { ...given, body: parsed.data, idempotency }, publicUrl)
    },
  }
}

const no = (problem: Problem) => ({ ok: false as const, error: problem })

const BAD_KEY: Problem = {
  code: 'invalid',
  extras: { errors: [{ header: 'Idempotency-Key', detail: 'must be 1 to 255 visible ASCII characters' }] },
}

/** Undefined: there is one, and it is none. */
function readKey(headers: Headers): string | null | undefined {
  const key = headers.get('idempotency-key')
  return key === null || /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined
}

/** A parameter given twice is an array, which fits no shape. */
function readQuery(url: string): { [name: string]: string | string[] } {
  const start = url.indexOf('?')
  if (start === -1) return {}
  const parameters = new URLSearchParams(url.slice(start + 1))
  const query: { [name: string]: string | string[] } = Object.create(null)
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    query[name] = values.length === 1 && values[0] !== undefined ? values[0] : values
  }
  return query
}
