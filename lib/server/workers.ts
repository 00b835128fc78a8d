import { type Log as InboxLog, noticeFor, type Ports, work } from '@/lib/inbox'
import { type Mailer, relay } from '@/lib/notify'
import type { SealAll } from '@/lib/store'
import type { Registry } from '@/lib/tools'
import type { Log } from './log'
import { startWorker, type Worker } from './worker'

/** The sealer looks this often: what happened is sealed a moment later, in batches. */
const SEAL_MS = 2_000
const MUCH = 1_000

/**
 * Everything that runs beside answering, each in a loop of its own, so that none holds up another: what is due and
 * performances; the relay, whose mail server may be slow; the sealer. `leaseMs`: how long what it took on is its alone.
 */
export function startWorkers(parts: {
  ports: Ports
  tools: Registry
  mailer: Mailer | null
  sealAll: SealAll
  url: string
  log: Log
  inboxLog: InboxLog
  leaseMs: number | undefined
}): Worker {
  const { ports, tools, mailer, sealAll, url, log, inboxLog, leaseMs } = parts
  const { store } = ports
  const post = relay({ store, notice: (job) => noticeFor(ports, tools, job), mailer, url, log: inboxLog })
  // in batches: only where there is much left does it go on at once
  const sealSome = async () =>
    (await sealAll((error, org) => log.error('sealer_failed', error, { org }))) >= MUCH ? 1 : 0
  const workers = [
    startWorker({
      work: () => work(ports, tools, leaseMs),
      sweep: () => store.sweep(),
      onError: (error) => log.error('worker_failed', error),
    }),
    startWorker({ work: post.turn, onError: (error) => log.error('relay_failed', error) }),
    startWorker({ work: sealSome, onError: (error) => log.error('sealer_failed', error), idleMs: SEAL_MS }),
  ]
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))) }
}
