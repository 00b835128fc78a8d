import type { Config, Secrets } from '@/lib/config'
import type { Composition } from './composition'
import type { FrontParts } from './front-server'
import type { Log } from './log'

/** A process's parts, open and ready. */
export type Composed = {
  composition: Composition
  api: FrontParts['api']
  /** Does what is due (deliveries, expiries) until stopped. */
  startWorker(): { stop(): Promise<void> }
  /** Closes pools and feeds, and the own database. */
  close(): Promise<void>
}

/** Opens every adapter and joins it: database, store, inbox, feed, mail, machine API. */
export async function compose(_config: Config, _secrets: Secrets, _log: Log): Promise<Composed> {
  throw new Error('the adapters are not joined yet')
}
