import { z } from '@hono/zod-openapi'
import type { Json } from '@/lib/binding'
import type { Proposal } from '@/lib/inbox'
import { anyJson, text } from '../shapes'
import { common, commonOf } from './common'

/** The gate itself, for a proposal and for a dry run alike. */
export const gateFields = {
  prompt: text(2_000)
    .optional()
    .openapi({ description: 'What the run asks. The title only where the key has the scope prompts.' }),
  approval_schema: anyJson
    .optional()
    .openapi({ description: 'JSON Schema of the answer: draft 4, 6, 7, 2019-09 or 2020-12. Nothing is fetched.' }),
  proposed: anyJson.optional().openapi({ description: 'The answer that the run suggests; must fit.' }),
  graph: anyJson.optional().openapi({ description: 'In place of prompt and approval_schema: the engine’s graph.' }),
  log: z
    .array(anyJson)
    .optional()
    .openapi({ description: 'With graph: the run’s log, oldest first, bare or in envelopes.' }),
  already_parked: z.boolean().optional().openapi({
    description:
      'The run waits elsewhere already: a schema that cannot be read is accepted, and checks nothing. Needs the scope already_parked.',
  }),
}

/** A parked run asks for an answer. The client reads it when it is approved, and hands it to the run as it is. */
export const gate = z.strictObject({ kind: z.literal('gate'), ...gateFields, ...common }).openapi('ProposedGate')

export function toGate(body: z.infer<typeof gate>): Proposal {
  return { kind: 'gate', inputs: gateInputs(body), ...commonOf(body) }
}

type Fields = { [field in keyof typeof gateFields]?: Json | undefined }

/** All but the agent's words changes what is asked, so all of it is bound. */
export function gateInputs(body: Fields): Json {
  const fields = Object.keys(gateFields).flatMap((name): [string, Json][] => {
    const value = isField(name) ? body[name] : undefined
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields)
}

function isField(name: string): name is keyof typeof gateFields {
  return Object.hasOwn(gateFields, name)
}
