import type { Performed, Sql, Tool } from '@/lib/tools'
import { authorizedCall } from './authorized-call'
import type { Ports, StoredCall } from './ports'

/**
 * Performs a write inside the deciding transaction: authorizes once more, with the user proposed for, then performs.
 *
 * A throw is left to the store, which undoes what was written, keeps the decision and records «failed».
 */
export async function performHere(
  ports: Ports,
  tool: Tool,
  stored: StoredCall & { id: string },
  org: string,
  sql: Sql,
  signal: AbortSignal,
): Promise<Performed> {
  const asked = await authorizedCall(tool, stored, org, stored.proposedFor, sql)
  if (asked.state === 'failed') throw asked.error
  if (asked.state !== 'authorized') {
    ports.log('warn', 'perform.not_authorized', { tool: tool.name, request: stored.id })
    return { did: false, why: NO_LONGER }
  }
  return tool.performHere(asked.call, sql, { signal })
}

/** What everyone concerned reads when the requester lost the right between asking and performing. */
export const NO_LONGER = 'Whoever this is for may no longer make this write. Nothing was written.'
