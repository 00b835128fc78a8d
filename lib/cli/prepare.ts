import {
  assess,
  type CommandCall,
  type CommandConfig,
  type CommandRequest,
  type GateQuestion,
  type Self,
} from '@/lib/command'
import { cut } from '@/lib/confirmation'
import { type Result, refuse, yes } from '@/lib/result'
import { hostPolicy } from './host-policy'
import type { Options } from './options'
import { changeOf, type Place, placeOf } from './place'
import type { No } from './refusals'
import type { Ran } from './run-approved'
import { scriptOf } from './script-of'
import type { World } from './world'

/** All that is known before anybody is asked. */
export type Prepared = {
  request: CommandRequest
  config: CommandConfig
  self: Self
  place: Place
  isStdinFree: boolean
  timeoutMs: number
  /** Looks again, right before it runs: is it still this place, and still this policy? */
  changed(): Promise<No | null>
  /** The call as it would be proposed, bound and shown. */
  callFor(question: GateQuestion, firstRun: Ran | null): CommandCall
}

/** What a first run printed goes along with the question up to so many characters. */
const FIRST_RUN_CHARACTERS = 8_000

/**
 * Reads the policy, the script and the place, and refuses where a run would be contained by nothing: this program has no
 * sandbox of its own, and where it only asks (`runsIt` is false) it starts no runner either.
 */
export async function prepare(options: Options, world: World, runsIt: boolean): Promise<Result<Prepared, No>> {
  const policy = options.config ?? world.configFile
  const config = await hostPolicy(policy)
  if (!config.ok) return config
  const source = await scriptOf(options, world.stdin, world.signal)
  if (!source.ok) return source
  const place = await placeOf(options.dir, source.value.file)
  if (!place.ok) return place
  const request: CommandRequest = {
    command: source.value.script,
    shell: options.shell,
    sandbox_permissions: options.escalate ? 'require_escalated' : 'use_default',
    justification: options.justification ?? undefined,
  }
  const self = selfOf(options, world)
  const { act, fullAccess } = assess(request, config.value, self)
  const wouldBeContained = act !== 'refuse' && !fullAccess && config.value.containment !== 'danger-full-access'
  if (wouldBeContained && !runsIt) return refuse('cannot_contain')
  if (wouldBeContained && options.runner === null) return refuse('no_runner')
  const most = options.background ? config.value.background_timeout_secs : config.value.foreground_timeout_secs
  const seconds = Math.min(most, options.limitSeconds ?? most)
  return yes({
    request,
    config: config.value,
    self,
    place: place.value,
    isStdinFree: !source.value.fromStdin,
    timeoutMs: seconds * 1000,
    changed: async () => (await changeOf(place.value)) ?? (await policyChange(policy, config.value)),
    callFor: ({ reason, full_access }, firstRun) => ({
      script: source.value.script,
      working_dir: place.value.real,
      host: cut(options.host ?? world.host, 80).shown,
      run_as: world.user === null ? null : cut(world.user, 80).shown,
      session: options.session === null ? null : cut(options.session, 200).shown,
      shell: options.shell,
      containment: config.value.containment,
      runner: full_access || config.value.containment === 'danger-full-access' ? null : options.runner,
      writable_roots: config.value.writable_roots,
      full_access,
      background: options.background,
      timeout_secs: seconds,
      asked_because: because(reason, full_access, firstRun),
      first_run: firstRun === null ? null : { exit: firstRun.exit, stderr: endOf(firstRun.stderr) },
    }),
  })
}

/** The agent’s own words may read like a reason of the policy: what was asked for decides, not what they say. */
function because(reason: string, fullAccess: boolean, firstRun: Ran | null): CommandCall['asked_because'] {
  if (firstRun !== null) return 'containment_denial_retry'
  return fullAccess || reason !== 'outside_trusted_set' ? 'escalation_requested' : 'outside_trusted_set'
}

/** A policy that was edited while somebody thought: what it says now was asked of nobody. */
async function policyChange(file: string, before: CommandConfig): Promise<No | null> {
  const now = await hostPolicy(file)
  if (!now.ok) return now.error
  const same = JSON.stringify(now.value) === JSON.stringify(before)
  return same ? null : { code: 'changed', at: [{ path: '$', message: `${file} holds another policy now.` }] }
}

function endOf(text: string): string {
  return [...text].slice(-FIRST_RUN_CHARACTERS).join('')
}

/** Who must not be signalled: this program and what started it; a shell in between is not called by its name. */
function selfOf({ selfPid, selfNames }: Options, { parent }: World): Self {
  const named = parent.name !== null && !['sh', 'bash', 'dash', 'zsh'].includes(parent.name) ? [parent.name] : []
  return { pid: selfPid ?? parent.pid, names: selfNames.length > 0 ? selfNames : named }
}
