import type { Json } from '@/lib/binding'
import type { Client } from '@/lib/policy'
import { invariant, type Result, refuse, yes } from '@/lib/result'
import type { Registry } from '@/lib/tools'
import type { GateCheck, InboxRefusal } from './inbox'

/** Says what proposing a gate would come to, and an answer to it; asks no database and stores nothing. */
export function checkGate(
  registry: Registry,
  client: Client,
  { inputs, answer }: { inputs: Json; answer?: Json },
): Result<GateCheck, InboxRefusal> {
  if (!client.scopes.includes('propose')) return refuse('scope_missing')
  const gate = registry.get('gate')
  invariant(gate?.kind === 'gate', 'gates are a kind of this installation')
  const faults = gate.check(inputs, client)
  if (faults.length > 0) return refuse('invalid', faults)
  const judged = answer === undefined ? null : gate.judgeAnswer(inputs, answer)
  return yes({ remarks: gate.remarks(inputs), violations: judged === null ? null : judged.ok ? [] : judged.error.at })
}
