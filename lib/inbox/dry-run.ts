import type { Json } from '@/lib/binding'
import type { Client } from '@/lib/policy'
import type { OwnKind } from '@/lib/request'
import { type Result, refuse, yes } from '@/lib/result'
import type { Registry } from '@/lib/tools'
import type { InboxRefusal } from './inbox'

/** Says what would be found of a proposal of one of Countersign's own kinds. Reads and stores nothing. */
export async function dryRun(
  registry: Registry,
  client: Client,
  kind: OwnKind,
  inputs: Json,
): Promise<Result<Json, InboxRefusal>> {
  if (!client.scopes.includes('propose')) return refuse('scope_missing')
  const tool = registry.get(kind)
  if (tool === null) return refuse('unknown_tool', [{ path: '$.kind', message: 'does not exist here' }])
  const faults = tool.check(inputs, client)
  return faults.length > 0 ? refuse('invalid', faults) : yes(tool.verdict(inputs))
}
