import { z } from '@hono/zod-openapi'
import type { Proposal } from '@/lib/inbox'
import { command, toCommand } from './command'
import { gate, toGate } from './gate'
import { plan, toPlan } from './plan'
import { toWrite, write } from './write'

/** What can be proposed here; the kind decides the shape. Each kind is one file in this folder. */
export const proposed = z
  .discriminatedUnion('kind', [write, command, gate, plan], {
    error: (issue) => (issue.code === 'invalid_union' ? KINDS_HERE : undefined),
  })
  .openapi('Proposed')

const KINDS_HERE = 'must be a kind that exists here: write, command, gate, plan'

/** The proposal in the words of the use case. */
export function toProposal(body: z.infer<typeof proposed>): Proposal {
  switch (body.kind) {
    case 'write':
      return toWrite(body)
    case 'command':
      return toCommand(body)
    case 'gate':
      return toGate(body)
    case 'plan':
      return toPlan(body)
  }
}
