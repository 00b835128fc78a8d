import type { Store } from '@/lib/inbox'
import { clientViews } from './client-views'
import type { Database } from './database'
import { desk } from './desk'
import { eligibility } from './eligibility'
import { grants } from './grants'
import { heldJobs } from './held-jobs'
import { lists } from './lists'
import { mail } from './mail'
import { planSteps } from './plan-steps'
import { proposals } from './proposals'
import { queue } from './queue'
import { reads } from './reads'
import { requestView } from './request-view'
import { verdicts } from './verdicts'

/**
 * The store of the use cases over one database. `onPerformError` hears why a tool's performing in the deciding
 * transaction broke; people are told only that it did.
 */
export function makeStore(database: Database, onPerformError: (error: unknown, request: string) => void): Store {
  return {
    ...proposals(database),
    ...lists(database),
    ...reads(database),
    ...requestView(database),
    ...clientViews(database),
    ...verdicts(database, onPerformError),
    ...eligibility(database),
    ...grants(database),
    ...heldJobs(database),
    ...planSteps(database, onPerformError),
    ...queue(database),
    ...desk(database),
    ...mail(database),
  }
}
