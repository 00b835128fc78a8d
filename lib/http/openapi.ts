import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import type { Call } from './call'
import { problemShape } from './problem-shape'
import { type ProblemCode, problemType, SENTENCES, statusOf } from './problems'

/** What any call with a key may be answered, and what any with a body. */
const OF_ANY: readonly ProblemCode[] = ['unauthenticated', 'scope_missing', 'internal']
const OF_BODIES: readonly ProblemCode[] = [
  'malformed_json',
  'truncated_body',
  'too_large',
  'unsupported_media_type',
  'duplicate_key',
  'unsafe_number',
  'lone_surrogate',
  'too_deep',
  'invalid',
]

/** Every problem a call may be answered with. */
export function problemsOf(call: Pick<Call, 'refusals' | 'body'>): ProblemCode[] {
  return [...new Set([...call.refusals, ...(call.body === null ? [] : OF_BODIES), ...OF_ANY])]
}

/** Makes the OpenAPI 3.1 document out of the very definitions that validate, as text. */
export function openApiDocument(app: OpenAPIHono, calls: readonly Call[], publicUrl: string): string {
  app.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, `csk_…`. Its scopes are any of propose, read, redeem, prompts and already_parked; no scope decides.',
  })
  for (const call of calls) app.openAPIRegistry.registerPath(routeOf(call, publicUrl))
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version: '1',
      description:
        'Propose writes, wait for people to decide, perform what was approved, once. No call of this API decides. ' +
        'Addresses and methods other than these are answered with the problems `no_such_address` and ' +
        '`method_not_allowed`. Every answer carries the header X-Request-Id.',
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    security: [{ key: [] }],
  })
  return JSON.stringify(document)
}

/** The parts of an address that are said in the call. */
function paramsOf(path: string) {
  return z.object(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', z.string()])))
}

function routeOf(call: Call, publicUrl: string): RouteConfig {
  const { body, answer } = call
  const parameters = {
    ...(call.path.includes('{') ? { params: paramsOf(call.path) } : {}),
    ...(Object.keys(call.query.shape).length > 0 ? { query: call.query } : {}),
    ...(call.keyed ? { headers: z.object({ 'idempotency-key': IDEMPOTENCY_KEY }) } : {}),
  }
  return {
    operationId: call.name,
    method: call.method,
    path: call.path,
    summary: call.summary,
    description: `Needs the scope \`${call.scope}\`.`,
    request: {
      ...parameters,
      ...(body === null
        ? {}
        : {
            body: {
              required: body.mayBeEmpty !== true,
              content: { 'application/json': { schema: body.shape, example: body.example } },
            },
          }),
    },
    responses: {
      [answer.status]: {
        description: answer.description,
        content: { 'application/json': { schema: answer.shape, example: answer.example } },
        ...(call.keyed ? { headers: REPLAYED } : {}),
      },
      ...problemResponses(problemsOf(call), publicUrl),
    },
  }
}

const IDEMPOTENCY_KEY = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .openapi({
    description: 'The same key with the same body answers as the first time, for 24 hours (a redemption: ten minutes).',
  })

const REPLAYED = z.object({
  'idempotent-replayed': z
    .literal('true')
    .optional()
    .openapi({ description: 'This is the answer of an earlier call.' }),
})

function problemResponses(codes: readonly ProblemCode[], publicUrl: string): RouteConfig['responses'] {
  const statuses = [...new Set(codes.map(statusOf))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => statusOf(code) === status)
      const response = {
        description: ofStatus.map((code) => `\`${code}\`: ${SENTENCES[code].title}.`).join('\n'),
        content: {
          'application/problem+json': {
            schema: problemShape,
            examples: Object.fromEntries(
              ofStatus.map((code) => [
                code,
                { value: { type: problemType(publicUrl, code), status, ...SENTENCES[code], code } },
              ]),
            ),
          },
        },
      }
      return [status, response]
    }),
  )
}
