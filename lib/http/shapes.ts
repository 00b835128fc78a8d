import { z } from '@hono/zod-openapi'
import type { Json } from '@/lib/binding'
import type { ClientView } from '@/lib/inbox'
import { KINDS, OUTCOMES, STATUSES, STEP_OUTCOMES } from '@/lib/request'

/**
 * The shapes on the wire, each used to validate and to make the OpenAPI document. Compiled once, when this is loaded.
 */

/** A text of 1 to `limit` characters, counted as JSON Schema does: in code points. U+0000 cannot be stored. */
export function text(limit: number, least = 1) {
  return z
    .string()
    .refine((value) => value.length >= least, { error: 'must not be empty', abort: true })
    .refine((value) => value.length <= limit || [...value].length <= limit, {
      error: `is longer than ${limit} characters`,
      abort: true,
    })
    .refine((value) => !value.includes('\u0000'), { error: 'holds U+0000, which cannot be stored' })
    .openapi({ minLength: least, maxLength: limit })
}

export const anyJson = z
  .custom<Json>((value) => value !== undefined, { error: 'is missing' })
  .openapi({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'] })

export const id = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'is not the id of a request' })
const instant = z.string().openapi({ format: 'date-time' })

/** No fields at all; the body may also be left out. */
export const nothing = z.strictObject({})

export const grantOnly = z.strictObject({ grant: text(200) }).openapi('Redemption')

export const callToResolve = z.strictObject({ grant: text(200), tool: text(60), inputs: anyJson }).openapi('Resolution')

export const outcomeReport = z
  .strictObject({
    outcome: z.enum(['running', 'done', 'failed', 'unknown']),
    note: text(4_000, 0).optional(),
    output_tail: text(16_384, 0).optional().openapi({ description: 'The end of what the program wrote.' }),
  })
  .openapi('OutcomeReport')

export const stepReport = z
  .strictObject({
    outcome: z.enum(STEP_OUTCOMES),
    note: text(4_000, 0).optional(),
    output_tail: text(16_384, 0).optional().openapi({ description: 'The end of what the step wrote.' }),
  })
  .openapi('StepReport')

export const planVerdict = z
  .strictObject({
    outcome: z.enum(['allow', 'reject']),
    blocked: z.array(z.string()).openapi({ description: 'Ids of the actions at fault; none: the plan as a whole.' }),
    reason: z.string(),
    findings: z.array(
      z.strictObject({
        code: z.string(),
        severity: z.enum(['error', 'warning', 'info']),
        tier: z.enum(['decision_procedure', 'heuristic']),
        blocks: z.boolean(),
        action: z.string().nullable(),
        message: z.string(),
      }),
    ),
    levels: z.array(z.strictObject({ actions: z.array(z.string()), sequential: z.boolean() })),
  })
  .openapi('PlanVerdict')

/** A whole number in a query. */
function whole(least: number, most: number) {
  const sentence = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: sentence, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: sentence })
    .openapi({ type: 'integer', minimum: least, maximum: most })
}

export const listQuery = z.strictObject({
  status: z.enum(STATUSES).optional(),
  cursor: text(500).optional().openapi({ description: '`next` of the page before.' }),
  limit: whole(1, 200).optional().openapi({ description: '50 unless given.' }),
})

export const waitQuery = z.strictObject({
  wait: whole(0, 60).optional().openapi({ description: 'Seconds to wait for something new.' }),
  events: whole(0, 999_999_999)
    .optional()
    .openapi({ description: 'New is more `events` than this; left out, new is «not pending any more».' }),
})

export const requestShape = z
  .strictObject({
    id,
    kind: z.enum(KINDS),
    status: z.enum(STATUSES),
    outcome: z.enum(OUTCOMES).nullable(),
    outcome_note: z.string().nullable(),
    tool: z.string(),
    version: z.string(),
    title: z.string(),
    fingerprint: z.string(),
    on_behalf_of: z.string().nullable(),
    url: z.string().openapi({ format: 'uri' }),
    created_at: instant,
    expires_at: instant,
    decided_at: instant.nullable(),
    decision: z
      .strictObject({
        by: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
        note: z.string().nullable(),
      })
      .nullable(),
    approvals: z.strictObject({ have: z.int(), need: z.int() }),
    answer: anyJson
      .nullable()
      .openapi({ description: 'What was answered with the approval; null where nothing was asked.' }),
    answer_text: z
      .string()
      .nullable()
      .openapi({ description: 'The canonical text (RFC 8785) of the answer, byte for byte what was recorded.' }),
    steps: z
      .array(
        z.strictObject({
          action: z.string(),
          outcome: z.enum(STEP_OUTCOMES),
          note: z.string().nullable(),
          at: instant,
        }),
      )
      .openapi({ description: 'What became of each step of an approved plan, where that is known.' }),
    replaces: id.nullable(),
    replaced_by: id.nullable(),
    events: z.int().openapi({ description: 'Grows with every change.' }),
  })
  .openapi('Request')

export const stepShape = z
  .strictObject({ step: z.string(), outcome: z.enum(STEP_OUTCOMES), request: requestShape })
  .openapi('Step')

export type WireRequest = z.infer<typeof requestShape>

export const listShape = z
  .strictObject({ requests: z.array(requestShape), next: z.string().nullable() })
  .openapi('RequestList')

export const grantShape = z.strictObject({ grant: z.string(), expires_at: instant }).openapi('Grant')

export const approvedCall = z
  .strictObject({
    request: id,
    tool: z.string(),
    version: z.string(),
    inputs: anyJson,
    inputs_text: z.string().openapi({ description: 'The canonical text (RFC 8785), byte for byte what was approved.' }),
    answer: anyJson.nullable(),
    answer_text: z.string().nullable().openapi({ description: 'What was answered with the approval, canonical text.' }),
    user: z.string().openapi({ description: 'A user id, or `client:<id>` where nobody was proposed for.' }),
    agent: z.string().nullable(),
  })
  .openapi('ApprovedCall')

export const resolved = z.strictObject({ approved: z.boolean() }).openapi('Resolved')

/** Writes a request as the wire has it. */
export function wireRequest(view: ClientView, publicUrl: string): WireRequest {
  return {
    id: view.id,
    kind: view.kind,
    status: view.status,
    outcome: view.outcome,
    outcome_note: view.outcomeNote,
    tool: view.tool,
    version: view.version,
    title: view.title,
    fingerprint: view.fingerprint,
    on_behalf_of: view.onBehalfOf,
    url: `${publicUrl}/requests/${view.id}`,
    created_at: view.createdAt,
    expires_at: view.expiresAt,
    decided_at: view.decidedAt,
    decision: view.decision,
    approvals: view.approvals,
    ...wireAnswer(view.answer),
    steps: view.steps,
    replaces: view.replaces,
    replaced_by: view.replacedBy,
    events: view.events,
  }
}

/** An answer as the wire has it, value and canonical text. */
export function wireAnswer(text: string | null): { answer: Json | null; answer_text: string | null } {
  return { answer: text === null ? null : JSON.parse(text), answer_text: text } // canonical text of our own
}
