import { z } from '@hono/zod-openapi'
import { ASKED_BECAUSE, COMMAND_LIMITS, CONTAINMENTS } from '@/lib/command'
import type { Proposal } from '@/lib/inbox'
import { text } from '../shapes'
import { common, commonOf } from './common'

const seconds = z.int().min(1).max(COMMAND_LIMITS.timeout_secs)

/** A shell command that waits for a person. The client runs it, with the grant of the approved request. */
export const command = z
  .strictObject({
    kind: z.literal('command'),
    script: text(COMMAND_LIMITS.script).openapi({ description: 'Exactly what would run, every byte of it.' }),
    working_dir: text(COMMAND_LIMITS.working_dir),
    host: text(COMMAND_LIMITS.host).openapi({ description: 'The machine that it would run on.' }),
    run_as: text(COMMAND_LIMITS.run_as).optional().openapi({ description: 'The user of that machine.' }),
    session: text(COMMAND_LIMITS.session).optional().openapi({ description: 'The agent’s session.' }),
    shell: text(COMMAND_LIMITS.shell)
      .optional()
      .openapi({ description: 'What reads the script; `bash` unless given.' }),
    containment: z.enum(CONTAINMENTS),
    runner: text(COMMAND_LIMITS.runner).optional().openapi({ description: 'The program that contains the run.' }),
    writable_roots: z.array(text(COMMAND_LIMITS.writable_root)).max(COMMAND_LIMITS.writable_roots).optional(),
    full_access: z
      .boolean()
      .optional()
      .openapi({ description: 'A yes also takes the containment away, for this one run.' }),
    background: z.boolean().optional(),
    timeout_secs: seconds,
    asked_because: z.enum(ASKED_BECAUSE).optional().openapi({ description: 'Why the policy of the host asks.' }),
    first_run: z
      .strictObject({ exit: z.int(), stderr: text(COMMAND_LIMITS.stderr, 0) })
      .optional()
      .openapi({ description: 'Of a retry: what the contained run left.' }),
    ...common,
  })
  .openapi('ProposedCommand')

/** All but the agent’s words changes what would happen, so all of it is bound. */
export function toCommand(body: z.infer<typeof command>): Proposal {
  return {
    kind: 'command',
    inputs: {
      script: body.script,
      working_dir: body.working_dir,
      host: body.host,
      run_as: body.run_as ?? null,
      session: body.session ?? null,
      shell: body.shell ?? 'bash',
      containment: body.containment,
      runner: body.runner ?? null,
      writable_roots: body.writable_roots ?? [],
      full_access: body.full_access ?? false,
      background: body.background ?? false,
      timeout_secs: body.timeout_secs,
      asked_because: body.asked_because ?? 'always',
      first_run: body.first_run ?? null,
    },
    ...commonOf(body),
  }
}
