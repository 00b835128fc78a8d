import { type Assessment, assess } from '@/lib/command'
import { type Result, refuse, yes } from '@/lib/result'
import { sayNo } from './answer'
import { askInbox } from './ask-inbox'
import type { Options } from './options'
import { prepare } from './prepare'
import type { No } from './refusals'
import { countdown, say, showCall } from './terminal'
import type { World } from './world'

/** A yes: of a person under this request, or of the policy alone. */
export type Yes = { request: string | null; by: string | null; assessment: Assessment }

/**
 * `countersign ask`: the policy, then a person; runs nothing. Exit code 0 is a yes for exactly this command, in this
 * folder, with this access, and the id of the request stands on standard output for `countersign report`.
 */
export async function ask(options: Options, world: World): Promise<number> {
  const answered = await askOnly(options, world)
  if (!answered.ok) return sayNo(world, answered.error)
  const { request } = answered.value
  if (request !== null) world.stdout.write(`${request}\n`)
  return 0
}

/** Asks for somebody else who will run it; so nothing that only this program could contain gets a yes. */
export async function askOnly(options: Options, world: World): Promise<Result<Yes, No>> {
  const prepared = await prepare(options, world, false)
  if (!prepared.ok) return prepared
  const { request, config, self, callFor } = prepared.value
  const assessment = assess(request, config, self)
  const { act, code, reason, fullAccess } = assessment
  if (act === 'refuse') return refuse(code, [{ path: '$', message: reason }])
  if (act === 'run') return yes({ request: null, by: null, assessment })
  const call = callFor({ command: request.command, reason, full_access: fullAccess }, null)
  showCall(world.terminal, call)
  let stop = () => {}
  const words = code === 'escalation_requested' ? reason : (options.says ?? options.justification)
  const answered = await askInbox(call, {
    client: world.client,
    agent: { name: options.agent, ...(words === null ? {} : { words }) },
    timeoutMs: options.waitMs,
    signal: world.signal,
    onWaiting: (waiting, deadlineMs) => {
      stop = countdown(world.terminal, waiting, deadlineMs)
    },
  })
  stop()
  if (!answered.ok) return answered
  const changed = await prepared.value.changed()
  if (changed !== null) {
    await world.client.report(answered.value.request, { outcome: 'failed', note: `It was not run: ${changed.code}.` })
    return { ok: false, error: changed }
  }
  say(world.terminal, `Approved${answered.value.by === null ? '' : ` by ${answered.value.by}`}.`)
  return yes({ ...answered.value, assessment })
}
