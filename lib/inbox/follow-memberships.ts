import type { Registry } from '@/lib/tools'
import type { Ports } from './ports'
import { refreshEligibility } from './refresh-eligibility'

/** At once no more than this; the worker makes the others anew, and until then nothing is decided by what people were. */
const AT_ONCE = 100

/**
 * Makes eligibility follow what just changed in an organization, for whoever waits for it. The change stands already, so
 * a fault here is no fault of it: it is logged, and the worker does the rest.
 */
export async function followMemberships(ports: Ports, registry: Registry, org: string): Promise<void> {
  try {
    for (const request of await ports.store.markedRequests(org, AT_ONCE))
      await refreshEligibility(ports, registry, org, request)
  } catch (error) {
    ports.log('error', 'follow.failed', { org, error })
  }
}
