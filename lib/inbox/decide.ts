import { tokenHash } from '@/lib/binding'
import { type Client, owesReason, type Person, type WhyNot } from '@/lib/policy'
import type { Verdict } from '@/lib/request'
import { assertNever, invariant, type Result, refuse, yes } from '@/lib/result'
import type { Registry, Tool } from '@/lib/tools'
import { authorizedCall, storedInputs } from './authorized-call'
import type { DecideCommand, Decided, InboxRefusal } from './inbox'
import { isId } from './is-id'
import { describe, digestOf } from './open'
import { performHere } from './perform-here'
import { NOTE_LIMIT, textFaults, trimmed } from './plain-text'
import type { DecideResult, DecideRow, Ports, RequestForPerson } from './ports'
import { refreshEligibility } from './refresh-eligibility'

/**
 * Gives one person's verdict.
 *
 * Answers in the order of design §2: may not see it; already decided, or this verdict exists; may not decide; what was
 * given does not fit; token. Only approve describes again and needs a token; reject and return work also when
 * describing fails. What is read here is read for the tool's sake: the SQL function `decide` checks it all once more
 * under the row lock, and it alone decides. Where memberships changed and eligibility has not followed yet, it is made
 * anew first: nobody decides by what they were. Who tries what they may not is written into the organization's history.
 */
export async function decide(
  ports: Ports,
  registry: Registry,
  person: Person,
  command: DecideCommand,
): Promise<Result<Decided, InboxRefusal>> {
  for (let turn = 0; turn < TURNS; turn++) {
    const given = await give(ports, registry, person, command)
    if (given !== 'stale') {
      if (!given.ok) await noteAttempt(ports, person, command, given.error)
      return given
    }
    await refreshEligibility(ports, registry, person.org, command.request)
  }
  return refuse('look_again')
}

/** As often as memberships may change while one verdict is given. */
const TURNS = 5

/** Keeps an attempt to decide what is not this person's to decide. */
export async function noteAttempt(
  { store }: Ports,
  { org, id }: Person,
  { request, verdict }: DecideCommand,
  { code, at }: InboxRefusal,
): Promise<void> {
  if (code !== 'not_found' && code !== 'may_not_decide') return
  const why = code === 'may_not_decide' ? (at[0]?.message ?? null) : null
  await store.recordRefused({ org, actor: { kind: 'person', id }, request: idOrNull(request), verdict, code, why })
}

/** No API call decides, a key is never a person (design §3.6); that one tried is kept. */
export async function refuseDeciding({ store }: Ports, client: Client, request: string, verdict: string) {
  const actor = { kind: 'client' as const, id: client.id }
  await store.recordRefused({ org: client.org, actor, request: idOrNull(request), verdict, code: 'never', why: null })
}

function idOrNull(request: string): string | null {
  return isId(request) ? request : null
}

async function give(
  ports: Ports,
  registry: Registry,
  person: Person,
  command: DecideCommand,
): Promise<Result<Decided, InboxRefusal> | 'stale'> {
  const stored = await ports.store.forPerson(person, command.request)
  if (stored === null) return refuse('not_found')
  const sql = ports.store.readSql(person.org)
  const asked =
    stored.status === 'pending'
      ? await authorizedCall(registry.get(stored.tool), stored, person.org, person, sql)
      : null
  if (asked?.state === 'denied') return refuse('not_found')

  const row: DecideRow = {
    org: person.org,
    request: command.request,
    person: person.id,
    verdict: command.verdict,
    tokenHash: command.token === undefined ? null : tokenHash(command.token),
    displayDigest: null,
    answer: '',
    note: trimmed(command.note) || null,
    performs: registry.get(stored.tool)?.performsFor(storedInputs(stored.inputs)) ?? 'client',
  }
  if (asked === null) return answer(command.verdict, overResult(stored, command.verdict))
  // one's own verdict answers as it did, also for who may not decide any more: that is left to the lock
  if (!stored.mayDecide && stored.own?.verdict !== command.verdict) return refuse('may_not_decide', whyNot(stored.why))
  const faults = textFaults('$.note', command.note, NOTE_LIMIT)
  if (faults.length > 0) return refuse('invalid', faults)

  if (row.note === null && owesReason(stored, command.verdict) && stored.own?.verdict !== command.verdict)
    return refuse('reason_owed', [{ path: '$.note', message: 'is needed: say why' }])
  if (command.verdict !== 'approve') return answer(command.verdict, await ports.store.decide(row))
  const confirmation = await describe(ports, asked, sql, stored)
  if (confirmation === null || asked.state !== 'authorized') {
    const { own } = stored
    if (own?.verdict !== 'approve') return refuse('tool_failed')
    // what it would be given for cannot be said: the one that stands answers
    return answer('approve', { ...overResult(stored, 'approve'), code: 'own_verdict', at: own.at })
  }
  const judged = asked.tool.judgeAnswer(asked.call.inputs, command.answer)
  if (!judged.ok) return refuse('answer_does_not_fit', judged.error.at)
  row.answer = judged.value
  row.displayDigest = digestOf(asked, confirmation)
  return answer(command.verdict, await record(ports, asked.tool, row, stored))
}

function record(ports: Ports, tool: Tool, row: DecideRow, stored: RequestForPerson): Promise<DecideResult> {
  if (tool.performs !== 'here') return ports.store.decide(row)
  return ports.store.decideAndPerform(row, (sql, signal) => performHere(ports, tool, stored, row.org, sql, signal))
}

/** What `decide` in SQL would say of a request that is over, without taking its lock. */
function overResult(stored: RequestForPerson, verdict: Verdict): DecideResult {
  return {
    code: 'already_decided',
    who: stored.decidedBy?.name ?? null,
    at: stored.decidedAt ?? stored.expiresAt,
    status: stored.status,
    outcome: stored.outcome,
    ownAt: stored.own?.verdict === verdict ? stored.own.at : null,
    why: null,
  }
}

/** One's own repeated verdict answers as the first did (pitfall A-42); everything else that is no «ok» is a refusal. */
function answer(verdict: Verdict, result: DecideResult): Result<Decided, InboxRefusal> | 'stale' {
  const { code, status, outcome, at, ownAt } = result
  switch (code) {
    case 'ok':
    case 'own_verdict':
      invariant(status !== null && at !== null, 'a recorded verdict has a status and a time')
      return yes({ status, outcome, verdict, at: at.toISOString(), repeated: code === 'own_verdict' })
    case 'already_decided':
      invariant(status !== null, 'what is decided has a status')
      if (ownAt !== null) return yes({ status, outcome, verdict, at: ownAt.toISOString(), repeated: true })
      return refuse('already_decided', [{ path: '$', message: status }], first(result))
    case 'may_not_decide':
      return refuse('may_not_decide', whyNot(result.why))
    case 'stale':
      return code
    case 'not_found':
    case 'look_again':
      return refuse(code)
    default:
      return assertNever(code)
  }
}

/** Who was first, and when: what a loser is told. */
export function first({ who, at }: { who: string | null; at: Date | null }): { by?: string; when?: string } {
  return { ...(who === null ? {} : { by: who }), ...(at === null ? {} : { when: at.toISOString() }) }
}

function whyNot(why: WhyNot | null) {
  return [{ path: '$', message: why ?? 'not_named' }]
}
