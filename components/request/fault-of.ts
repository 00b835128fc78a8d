import { unstable_isUnrecognizedActionError } from 'next/navigation'
import type { BrowserFault } from '../words/refusals'

/** Why an action did not answer: the server does not know it any more (a deploy), or it could not be reached. */
export function faultOf(error: unknown): BrowserFault {
  return unstable_isUnrecognizedActionError(error) ? 'updated' : 'offline'
}
