import { setTimeout as pause } from 'node:timers/promises'
import type { Decision } from './process.fixture'
import { dayOf, type World } from './world'

/** What became of one proposal, as the one who made it knows it. */
export type Ended = { id: string; way: Way; status: string; outcome: string | null; performed: number }

const WAYS = ['assign', 'announce', 'order', 'cancel', 'reject', 'withdraw'] as const
export type Way = (typeof WAYS)[number]

type Answer = { status: number; body: Record<string, unknown> }

/** Proposes shift after shift until told to stop, and follows each to its end, through every crash. */
export async function agent(world: World, next: () => number | null, started: Set<string>): Promise<Ended[]> {
  const ended: Ended[] = []
  for (let n = next(); n !== null; n = next()) ended.push(await follow(world, n, started))
  return ended
}

async function follow(world: World, n: number, started: Set<string>): Promise<Ended> {
  const way = WAYS[n % WAYS.length] ?? 'assign'
  const key = way === 'order' ? world.keys.purchasing : world.keys.rota
  const call = (method: string, path: string, body?: unknown, idempotency?: string) =>
    insist(world, method, `/api/v1${path}`, key, body, idempotency)
  const must = async (wanted: number, ...asked: Parameters<typeof call>): Promise<Record<string, unknown>> => {
    const { status, body } = await call(...asked)
    if (status !== wanted)
      throw new Error(`${asked[0]} ${asked[1]} of ${way} answered ${status} ${JSON.stringify(body)}`)
    return body
  }
  const id = String((await must(201, 'POST', '/requests', proposalOf(way, n), `propose-${n}`)).id)
  started.add(id)
  let performed = 0

  if (way === 'withdraw') await must(200, 'POST', `/requests/${id}/withdraw`, {}, `withdraw-${n}`)
  else if (way === 'reject') await decide(world, { person: 'dana', request: id, verdict: 'reject' })
  else await decide(world, { person: 'dana', request: id, verdict: 'approve' })
  if (way === 'cancel') await decide(world, { person: 'ines', request: id, verdict: 'approve' })
  if (way === 'order') {
    const { grant } = await must(200, 'POST', `/requests/${id}/grant`, {})
    const taken = await must(200, 'POST', '/redemptions', { grant }, `redeem-${n}`)
    if (taken.request !== id) throw new Error(`the grant of ${id} was for ${String(taken.request)}`)
    performed++
    await must(200, 'POST', `/requests/${id}/outcome`, { outcome: 'running' }, `running-${n}`)
    await must(200, 'POST', `/requests/${id}/outcome`, { outcome: 'done', note: `Order ${n}` }, `done-${n}`)
  }
  for (const until = Date.now() + 120_000; ; await pause(50)) {
    const { status, outcome } = await must(200, 'GET', `/requests/${id}`)
    const isOver = status !== 'pending' && outcome !== 'waiting' && outcome !== 'running'
    if (isOver || Date.now() > until)
      return { id, way, status: String(status), outcome: typeof outcome === 'string' ? outcome : null, performed }
  }
}

function proposalOf(way: Way, n: number): unknown {
  const shift = `C-${n}`
  const place = 'harbour-bar'
  const write = (tool: string, inputs: unknown) => ({ kind: 'write', tool, inputs, on_behalf_of: 'tomas' })
  if (way === 'announce') return write('announce', { place, subject: `Message ${n}`, message: 'Hello.' })
  if (way === 'cancel') return write('cancel_shift', { place, shift })
  if (way === 'order')
    return { kind: 'write', tool: 'order_supplies', inputs: { place, item: 'bar-towels', quantity: 1 + (n % 50) } }
  return write('assign_shift', { date: dayOf(n), place, role: 'bar_staff', shift, worker: 'W-1190' })
}

/** Opens and decides until somebody has: a lost answer is asked for again, and a changed screen looked at again. */
async function decide(world: World, decision: Decision): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { body } = await insist(world, 'POST', '/decide', '', decision)
    const code = String(body.code)
    if (code === 'ok' || code === 'already_decided') return
    // a tool that cannot read while the database starts has failed for the moment
    if (code !== 'look_again' && code !== 'tool_failed')
      throw new Error(`${decision.person} was told ${code} on ${decision.request}`)
  }
  throw new Error(`${decision.person} could not decide ${decision.request}`)
}

/** Asks until there is an answer of somebody who lives: no connection and 5xx are none. */
async function insist(
  world: World,
  method: string,
  path: string,
  key: string,
  body?: unknown,
  idempotency?: string,
): Promise<Answer> {
  for (const until = Date.now() + 120_000; ; await pause(30)) {
    let why: unknown
    try {
      const answer = await fetch(world.base + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotency === undefined ? {} : { 'idempotency-key': idempotency }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await answer.text()
      const told: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
      // a tool that could not read its tables says so, and is asked again
      if (answer.status < 500 && told.code !== 'tool_failed') {
        world.answers++
        return { status: answer.status, body: told }
      }
      why = `${answer.status} ${text}`
    } catch (error) {
      why = error
    }
    if (Date.now() > until) throw new Error(`${method} ${path} was never answered`, { cause: why })
  }
}
