import { z } from '@hono/zod-openapi'
import type { Proposal } from '@/lib/inbox'
import { id, text } from '../shapes'

/** How long a request may live at most: 30 days. */
const LONGEST_SECONDS = 30 * 24 * 3600

/** The fields that a proposal of every kind has. */
export const common = {
  on_behalf_of: text(320).optional().openapi({ description: 'A member, by user id or mail address.' }),
  agent: z
    .strictObject({ name: text(80), words: text(4_000, 0).optional(), run: text(200).optional() })
    .optional()
    .openapi({ description: 'Who asks, in its own words. Shown quoted, apart from what Countersign says.' }),
  replaces: id.optional().openapi({ description: 'The request of this client that this one takes the place of.' }),
  expires_in_seconds: z
    .int()
    .min(1)
    .max(LONGEST_SECONDS)
    .optional()
    .openapi({ description: 'Never longer than the policy allows.' }),
}

const shape = z.object(common)

/** The part of a proposal that every kind has, in the words of the use case. */
export function commonOf({ on_behalf_of, agent, replaces, expires_in_seconds }: z.infer<typeof shape>): Common {
  return {
    ...(on_behalf_of === undefined ? {} : { onBehalfOf: on_behalf_of }),
    ...(replaces === undefined ? {} : { replaces }),
    ...(expires_in_seconds === undefined ? {} : { expiresInMs: expires_in_seconds * 1000 }),
    ...(agent === undefined
      ? {}
      : {
          agent: {
            name: agent.name,
            ...(agent.words === undefined ? {} : { words: agent.words }),
            ...(agent.run === undefined ? {} : { run: agent.run }),
          },
        }),
  }
}

type Common = Pick<Proposal, 'onBehalfOf' | 'agent' | 'replaces' | 'expiresInMs'>
