import { randomUUID } from 'node:crypto'
import { canonicalize, type Json } from '@/lib/binding'
import type { CommandCall } from '@/lib/command'
import { type Result, refuse, yes } from '@/lib/result'
import type { InboxClient, WireRequest } from './inbox-client'
import type { No, NoCode } from './refusals'

/** Whose words stand beside the question. */
export type Agent = { name: string; words?: string }

type Asking = {
  client: InboxClient
  agent: Agent
  /** After so long the answer is no, and the question is taken back. */
  timeoutMs: number
  /** Ends the waiting: the question is taken back. */
  signal: AbortSignal
  onWaiting(request: WireRequest, deadlineMs: number): void
}

/** The longest that the API lets one request wait. */
const WAIT_SECONDS = 60
/** An answer «still pending» that comes sooner than this is no waiting; then a pause is made, so that it cannot spin. */
const SOONEST_MS = 1_000
/** Somebody waits for this program to end. */
const FIND_MS = 5_000

/**
 * Asks the inbox about one command, and answers yes only where the grant was redeemed for exactly this call.
 *
 * Proposes it, waits with one open request, asks for the grant, redeems it, and compares what comes back byte by byte
 * with what was proposed. Time is measured by the monotonic clock: a clock that is set back or forth ends nothing and
 * prolongs nothing. Every trouble on the way is a no; a question that nobody waits for any more is taken back.
 */
export async function askInbox(
  call: CommandCall,
  asking: Asking,
): Promise<Result<{ request: string; by: string | null }, No>> {
  const { client, agent, timeoutMs, signal } = asking
  const deadlineMs = performance.now() + timeoutMs
  const body = { ...proposalOf(call), agent, expires_in_seconds: Math.max(1, Math.ceil(timeoutMs / 1000)) }
  const proposed = await propose(client, body, signal)
  if (!proposed.ok) return proposed
  const { id } = proposed.value
  asking.onWaiting(proposed.value, deadlineMs)
  const answered = await decisionOf(proposed.value, client, deadlineMs, signal)
  if (!answered.ok) {
    await client.withdraw(id)
    return answered
  }
  const { status, decision } = answered.value
  const by = decision?.by?.name ?? null
  if (status !== 'approved') {
    const said = [by, decision?.note].filter((part) => part !== null && part !== undefined && part !== '').join(': ')
    return refuse(status === 'pending' ? 'no_answer' : status, said === '' ? [] : [{ path: '$', message: said }])
  }
  const redeemed = await redeem(client, id, signal)
  if (!redeemed.ok) {
    // the grant may be spent all the same, and only this program knows that nothing ran; unspent, this is refused
    await client.report(id, notRun(redeemed.error.code))
    return redeemed
  }
  const { request, tool, version, inputs_text, inputs } = redeemed.value
  const asked = canonicalize(call)
  const isThis = request === id && tool === 'command' && version === '1' && inputs_text === asked
  // Read whole and strictly when it arrived, so it is Json; both spellings of the call must be the one that was asked.
  if (isThis && canonicalize(inputs as Json) === asked) return yes({ request: id, by })
  await client.report(id, notRun('another_call'))
  return refuse('another_call')
}

function notRun(why: NoCode) {
  return { outcome: 'failed' as const, note: `It was not run: ${why}.` }
}

/** Waits until it is decided or the time is over. */
async function decisionOf(
  proposed: WireRequest,
  client: InboxClient,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Result<WireRequest, No>> {
  let last = proposed
  while (last.status === 'pending') {
    const leftMs = deadlineMs - performance.now()
    if (leftMs <= 0) return refuse('no_answer')
    const began = performance.now()
    const read = await client.wait(proposed.id, Math.min(WAIT_SECONDS, Math.ceil(leftMs / 1000)), signal)
    if (!read.ok) return read
    if (read.value.id !== proposed.id) return refuse('malformed_answer')
    last = read.value
    const tookMs = performance.now() - began
    if (last.status === 'pending' && tookMs < SOONEST_MS)
      await pause(Math.min(SOONEST_MS, Math.max(0, deadlineMs - performance.now())), signal)
  }
  return yes(last)
}

/** A lost answer to a proposal is asked for once more, under the same key: it is one question, which can be taken back. */
async function propose(client: InboxClient, body: object, signal: AbortSignal) {
  const key = randomUUID()
  const first = await client.propose(body, key, signal)
  if (first.ok) return first
  if (first.error.code === 'unreachable') return client.propose(body, key, signal)
  if (first.error.code !== 'interrupted') return first
  // stopped while it was asked: it may stand there, so it is found under its key, and taken back
  const asked = await client.propose(body, key, AbortSignal.timeout(FIND_MS))
  if (asked.ok) await client.withdraw(asked.value.id)
  return first
}

/** A lost answer to a redemption is asked for once more, under the same key: the grant is spent once. */
async function redeem(client: InboxClient, id: string, signal: AbortSignal) {
  const granted = await client.grant(id, signal)
  if (!granted.ok) return granted
  const key = randomUUID()
  const first = await client.redeem(granted.value.grant, key, signal)
  return !first.ok && first.error.code === 'unreachable' ? client.redeem(granted.value.grant, key, signal) : first
}

/** The call under the names of the wire; what is not set is left out there. */
function proposalOf(call: CommandCall): object {
  return { kind: 'command', ...Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null)) }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
