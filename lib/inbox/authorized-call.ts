import { type Json, parseStrictJson } from '@/lib/binding'
import type { Principal } from '@/lib/policy'
import { invariant } from '@/lib/result'
import type { Authorized, Sql, Tool } from '@/lib/tools'
import type { StoredCall } from './ports'

/**
 * What asking a tool about a stored call came to. `absent`: this installation has no such tool in that version (any
 * more); `failed`: the tool threw. Both mean that nothing can be described, approved or performed.
 */
export type Asked =
  | { state: 'authorized'; tool: Tool; call: Authorized }
  | { state: 'denied' }
  | { state: 'absent' }
  | { state: 'failed'; error: unknown }

/** The value of stored inputs. */
export function storedInputs(text: string): Json {
  const inputs = parseStrictJson(text)
  invariant(inputs.ok, 'stored inputs are canonical text')
  return inputs.value
}

/** Asks the tool (null: there is none of that name) whether `principal` could make this very write. */
export async function authorizedCall(
  tool: Tool | null,
  stored: StoredCall,
  org: string,
  principal: Principal,
  sql: Sql,
): Promise<Asked> {
  if (tool === null || tool.version !== stored.version) return { state: 'absent' }
  const inputs = storedInputs(stored.inputs)
  try {
    const proofs = await tool.authorize({ org, inputs, proposedFor: stored.proposedFor }, [principal], sql)
    const call = proofs.get(principal.id)
    return call === undefined ? { state: 'denied' } : { state: 'authorized', tool, call }
  } catch (error) {
    return { state: 'failed', error }
  }
}
