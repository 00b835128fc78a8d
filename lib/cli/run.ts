import { type CommandCall, type Containment, isUncontained } from '@/lib/command'
import { invariant } from '@/lib/result'
import { sayNo } from './answer'
import { askInbox } from './ask-inbox'
import type { Options } from './options'
import { type Prepared, prepare } from './prepare'
import { type No, NotRun } from './refusals'
import { type Ran, runApproved } from './run-approved'
import { type Finished, startScript } from './start-script'
import { countdown, NOTHING_CONTAINS, say, showCall } from './terminal'
import type { World } from './world'

/** Beyond the person's time: the grant, its redemption and taking back have limits of their own. */
const AFTERWARDS_MS = 60_000

/**
 * `countersign run`: the policy, then a person, then the command. Returns the command's own exit code, or one of ours
 * where it did not run, with the reason on standard error.
 */
export async function run(options: Options, world: World): Promise<number> {
  const prepared = await prepare(options, world, true)
  if (!prepared.ok) return sayNo(world, prepared.error)
  const attempt = new Attempt(options, world, prepared.value)
  const { request, config, self } = prepared.value
  try {
    const result = await runApproved(request, config, {
      gate: async (question) => attempt.ask(prepared.value.callFor(question, attempt.firstRun)),
      runner: (script, containment) => attempt.start(script, containment),
      self,
      timeoutMs: options.waitMs + AFTERWARDS_MS,
    })
    if (result.ok) return result.value.exit
    const code = sayNo(world, attempt.no ?? result.error)
    return result.firstRun === undefined ? code : result.firstRun.exit
  } catch (error) {
    if (!(error instanceof NotRun)) throw error
    return sayNo(world, error.no)
  }
}

/** One way through the policy: at most two questions and two runs. */
class Attempt {
  /** Why the last question got a no. */
  no: No | null = null
  firstRun: Ran | null = null
  /** What a person said yes to, and under which request; spent by the run that it is for. */
  private approved: { call: CommandCall; request: string } | null = null

  constructor(
    private readonly options: Options,
    private readonly world: World,
    private readonly prepared: Prepared,
  ) {}

  async ask(call: CommandCall): Promise<'allow' | 'deny'> {
    const { options, world } = this
    showCall(world.terminal, call)
    let stop = () => {}
    const words =
      call.asked_because === 'escalation_requested'
        ? (options.justification?.trim() ?? null)
        : (options.says ?? options.justification)
    const answered = await askInbox(call, {
      client: world.client,
      agent: { name: options.agent, ...(words === null ? {} : { words }) },
      timeoutMs: options.waitMs,
      signal: world.signal,
      onWaiting: (request, deadlineMs) => {
        stop = countdown(world.terminal, request, deadlineMs)
      },
    })
    stop()
    if (!answered.ok) {
      this.no = answered.error
      return 'deny'
    }
    this.approved = { call, request: answered.value.request }
    const bare = isUncontained(call) ? `: ${NOTHING_CONTAINS}` : ''
    say(world.terminal, `Approved${answered.value.by === null ? '' : ` by ${answered.value.by}`}${bare}.`)
    return 'allow'
  }

  /** Starts what was approved, after a last look at folder, file and access. */
  async start(script: string, containment: Containment): Promise<Ran> {
    const { approved, prepared, options, world } = this
    this.approved = null
    const isBare = containment === 'danger-full-access'
    const mayBeBare = approved === null ? prepared.config.containment === containment : isUncontained(approved.call)
    invariant(!isBare || mayBeBare, 'nothing runs bare without a yes for that')
    invariant(approved === null || approved.call.script === script, 'what runs is what was approved')
    const changed =
      (await prepared.changed()) ?? (world.signal.aborted ? ({ code: 'interrupted', at: [] } as const) : null)
    if (changed !== null) throw await this.notRun(approved?.request ?? null, changed)
    if (isBare && approved === null)
      say(world.terminal, `Runs unasked, by the policy of this host; ${NOTHING_CONTAINS}.`)
    if (approved !== null) await this.report(approved.request, null)
    let finished: Finished
    try {
      finished = await startScript({
        shell: options.shell,
        script,
        dir: prepared.place.real,
        env: world.childEnv,
        runner: isBare ? null : this.runnerFor(containment),
        stdin: prepared.isStdinFree && world.stdin.isTTY !== true ? 'inherit' : 'ignore',
        stdout: world.stdout,
        stderr: world.terminal.out,
        timeoutMs: prepared.timeoutMs,
        maxOutputBytes: prepared.config.max_output_bytes,
        signal: world.signal,
      })
    } catch (error) {
      if (error instanceof NotRun) throw await this.notRun(approved?.request ?? null, error.no)
      throw error
    }
    if (approved !== null) await this.report(approved.request, finished)
    this.firstRun = { exit: finished.exit, stderr: finished.stderr }
    return this.firstRun
  }

  /** The words by which a runner is told what to contain. */
  private runnerFor(containment: Containment): string[] {
    const { runner } = this.options
    if (runner === null) throw new NotRun({ code: 'no_runner', at: [] })
    return [runner, containment, ...this.prepared.config.writable_roots.flatMap((root) => ['--writable', root]), '--']
  }

  private async notRun(request: string | null, no: No): Promise<NotRun> {
    if (request !== null)
      await this.world.client.report(request, { outcome: 'failed', note: `It was not run: ${no.code}.` })
    return new NotRun(no)
  }

  /** Reports to the page. What has happened has happened: a report that fails is said, and changes nothing. */
  private async report(request: string, finished: Finished | null): Promise<void> {
    const { client, terminal } = this.world
    const reported = await client.report(
      request,
      finished === null
        ? { outcome: 'running', note: 'Started.' }
        : { outcome: finished.exit === 0 ? 'done' : 'failed', note: finished.note, output_tail: finished.tail },
    )
    if (!reported.ok && finished !== null)
      say(terminal, 'The outcome could not be reported; a person will be asked what became of it.')
  }
}
