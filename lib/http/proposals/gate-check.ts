import { z } from '@hono/zod-openapi'
import { anyJson } from '../shapes'
import { gateFields } from './gate'

const places = z.array(z.strictObject({ path: z.string(), message: z.string() }))

/** A gate as it would be proposed, and an answer to try on it. */
export const gateToCheck = z
  .strictObject({ ...gateFields, answer: anyJson.optional().openapi({ description: 'An answer to judge.' }) })
  .openapi('GateToCheck')

export const gateChecked = z
  .strictObject({
    remarks: places.openapi({ description: 'What reads oddly: keywords and formats that constrain nothing.' }),
    fits: z.boolean().nullable().openapi({ description: 'Whether the answer fits; null where none was given.' }),
    violations: places.openapi({ description: 'Where the answer does not fit: at most 20, sorted.' }),
  })
  .openapi('GateChecked')
