import { z } from '@hono/zod-openapi'
import type { Proposal } from '@/lib/inbox'
import { anyJson, text } from '../shapes'
import { common, commonOf } from './common'

/** A call of a tool of this installation. */
export const write = z
  .strictObject({
    kind: z.literal('write'),
    tool: text(60).openapi({ description: 'The name of a tool of this installation.' }),
    version: text(40).optional().openapi({ description: 'Refused unless it is the version in use.' }),
    inputs: anyJson.openapi({ description: 'What the tool gets; checked against its own schema.' }),
    ...common,
  })
  .openapi('ProposedWrite')

export function toWrite({ tool, version, inputs, ...rest }: z.infer<typeof write>): Proposal {
  return { kind: 'write', tool, inputs, ...(version === undefined ? {} : { version }), ...commonOf(rest) }
}
