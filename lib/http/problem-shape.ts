import { z } from '@hono/zod-openapi'
import { PROBLEM_CODES } from './problems'
import { anyJson } from './shapes'

/** A problem document (RFC 9457), as the OpenAPI document describes it. */
export const problemShape = z
  .strictObject({
    type: z.string().openapi({ format: 'uri' }),
    status: z.int(),
    title: z.string(),
    detail: z.string(),
    code: z.enum(PROBLEM_CODES),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().optional().openapi({ description: 'JSON Pointer (RFC 6901) into the body.' }),
          parameter: z.string().optional().openapi({ description: 'The name of a query parameter.' }),
          header: z.string().optional().openapi({ description: 'The name of a header.' }),
          detail: z.string(),
        }),
      )
      .optional(),
    request_id: z.string().optional().openapi({ description: 'Of the failed call, as in the log; with `internal`.' }),
    findings: anyJson
      .optional()
      .openapi({ description: 'Of a plan that cannot work: all that verification found, as /plans/verify says it.' }),
    scope: z.string().optional().openapi({ description: 'The scope that is missing.' }),
    request_status: z.string().optional(),
    decided_by: z.string().optional().openapi({ description: 'A user id.' }),
    decided_at: z.string().optional().openapi({ format: 'date-time' }),
  })
  .openapi('Problem')
