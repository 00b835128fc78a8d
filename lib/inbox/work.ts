import { assertNever } from '@/lib/result'
import type { Performed, Registry } from '@/lib/tools'
import { authorizedCall } from './authorized-call'
import { NO_LONGER } from './perform-here'
import { performPlan } from './perform-plan'
import { givenUpEnd } from './plan-end'
import type { DueTimer, OutcomeRow, PerformJob, Ports } from './ports'
import { refreshEligibility } from './refresh-eligibility'

/** How often an idempotent write is tried before a person is asked what became of it. */
export const PERFORM_ATTEMPTS = 8

/** One try may take this long; a claim lives longer, so that no two workers hold one. */
const PERFORM_TIME_LIMIT_MS = 60_000
export const PERFORM_LEASE_MS = 90_000

/**
 * Does what is due: writes down expiries, lapses and silences, and performs approved writes of outside tools. Any
 * number of workers may run: a performance that one claims no other does, and a timer may fire twice and counts once. Returns how much there was, so that the caller knows
 * whether to come back at once.
 */
export async function work(ports: Ports, registry: Registry, leaseMs: number = PERFORM_LEASE_MS): Promise<number> {
  const timers = await ports.store.dueTimers(50)
  let fired = 0
  for (const timer of timers)
    try {
      await fire(ports, registry, timer)
      fired++
    } catch (error) {
      // one that cannot be written now is due again later, behind all others: it holds up none of them
      ports.log('error', 'timer.failed', { ...timer, error })
      await ports.store.postponeTimer(timer)
    }
  const jobs = await ports.store.claimPerforms(5, leaseMs)
  await Promise.all(jobs.map((job) => performJob(ports, registry, job, leaseMs)))
  return fired + jobs.length
}

async function fire(ports: Ports, registry: Registry, timer: DueTimer): Promise<void> {
  const { org, request, what } = timer
  switch (what) {
    case 'expire':
      await ports.store.expire(org, request)
      break
    case 'refresh':
      return void (await refreshEligibility(ports, registry, org, request))
    case 'again':
      await ports.store.markForRefresh(org, request)
      await refreshEligibility(ports, registry, org, request)
      break // asked for once more meanwhile, it is not due now, and stays
    case 'lapse':
      await ports.store.recordOutcome({
        ...byNobody(org, request),
        event: 'request.lapsed',
        onlyFrom: 'waiting',
        outcome: 'lapsed',
      })
      break
    case 'unknown':
      await ports.store.recordOutcome({
        ...byNobody(org, request),
        event: 'request.silent',
        onlyFrom: 'running',
        outcome: 'unknown',
      })
      break
    case 'near':
      await ports.store.remind(org, request)
      break
    default:
      assertNever(what)
  }
  await ports.store.dropTimer(timer) // whatever it did or found, it has had its time
}

/** Whatever breaks in a job holds up no other, and counts as an attempt of its own. */
async function performJob(ports: Ports, registry: Registry, job: PerformJob, leaseMs: number): Promise<void> {
  const { tool, request, attempt } = job
  try {
    await performOutside(ports, registry, job, leaseMs)
  } catch (error) {
    ports.log('error', 'perform.broke', { tool, request, attempt, error })
    // where not even this can be written, the lease runs out and it is claimed again
    await ports.store
      .retryPerform(job, backOff(job), String(error))
      .catch((again) => ports.log('error', 'perform.broke', { tool, request, attempt, error: again }))
  }
}

/**
 * Performs one approved write outside this database, at least once, always with the same key. A tool that is not
 * idempotent is started once: whoever finds it started and unfinished says «unknown» and leaves it to a person.
 */
async function performOutside(ports: Ports, registry: Registry, job: PerformJob, leaseMs: number): Promise<void> {
  const { org, request } = job
  const end = (outcome: 'done' | 'failed' | 'unknown', note: string | null) =>
    ports.store.endPerform(job, outcome, note)
  if (job.outcome !== 'waiting' && job.outcome !== 'running') return ports.store.finishPerform(job)

  const isStarted = job.outcome === 'running'
  const isPlan = registry.get(job.tool)?.kind === 'plan'
  /** Given up before it was done: whether any of it may have happened, nobody may guess. */
  const giveUp = async (why: string, outcome: 'failed' | 'unknown') => {
    if (!isPlan) return end(outcome, outcome === 'unknown' ? `${why} ${ALL_THE_SAME}` : why)
    const ended = await givenUpEnd(ports, job, why)
    return end(ended.outcome, ended.note)
  }
  if (isStarted && registry.get(job.tool)?.idempotent !== true) return end('unknown', MAY_HAVE_HAPPENED)
  const ifNoMore = isStarted ? 'unknown' : 'failed'
  // attempts that ended in no word of their own, such as those of a process that died, count as well
  if (job.attempt > PERFORM_ATTEMPTS) return giveUp(TOO_OFTEN, ifNoMore)
  const asked = await authorizedCall(registry.get(job.tool), job, org, job.proposedFor, ports.store.readSql(org))
  if (isStarted && asked.state === 'denied') return giveUp(NO_MORE, 'unknown')
  if (isStarted && asked.state === 'absent') return giveUp(ABSENT, 'unknown')
  if (asked.state === 'denied') return end('failed', NO_LONGER)
  if (asked.state === 'absent') return end('failed', ABSENT)
  if (asked.state === 'failed') return again(ports, job, asked.error, (why) => giveUp(why, ifNoMore))
  const { tool } = asked
  // asking may have taken longer than the lease: only who holds the job may begin it or go on with it
  if (!(await ports.store.keepPerform(job, leaseMs))) return
  if (!isStarted && !(await ports.store.beginPerform(job))) return

  if (tool.kind === 'plan') {
    const ended = await performPlan(ports, registry, job, leaseMs)
    if (ended === 'taken_over') return
    return 'retry' in ended
      ? again(ports, job, ended.retry, (why) => giveUp(why, 'unknown'))
      : end(ended.outcome, ended.note)
  }
  let performed: Performed
  try {
    performed = await tool.performOutside(asked.call, {
      key: `cs-${request}`,
      attempt: job.attempt,
      signal: AbortSignal.timeout(PERFORM_TIME_LIMIT_MS),
    })
  } catch (error) {
    if (tool.idempotent) return again(ports, job, error, (why) => giveUp(why, 'unknown'))
    ports.log('error', 'perform.threw', { tool: job.tool, request, error })
    return end('unknown', MAY_HAVE_HAPPENED)
  }
  return performed.did ? end('done', performed.note ?? null) : end('failed', performed.why)
}

const MAY_HAVE_HAPPENED =
  'It was started and never answered, so it may have happened. Countersign does not try again by itself.'

/** An attempt that was lost, or answered by an error, may have got through. */
const ALL_THE_SAME = 'It may have happened all the same.'
const ABSENT = 'This installation no longer has the tool in the version that was approved.'
const NO_MORE = 'Whoever this is for may no longer make this write.'
const TOO_OFTEN = `It could not be done in ${PERFORM_ATTEMPTS} attempts.`

async function again(ports: Ports, job: PerformJob, error: unknown, giveUp: (why: string) => Promise<void>) {
  ports.log('warn', 'perform.retry', { tool: job.tool, request: job.request, attempt: job.attempt, error })
  if (job.attempt >= PERFORM_ATTEMPTS) return giveUp(TOO_OFTEN)
  await ports.store.retryPerform(job, backOff(job), String(error))
}

const backOff = ({ attempt }: PerformJob) => Math.min(1_000 * 2 ** attempt, 600_000)

function byNobody(org: string, request: string): Omit<OutcomeRow, 'event' | 'onlyFrom' | 'outcome'> {
  return { org, request, actor: null, note: null, outputTail: null, idempotency: null }
}
