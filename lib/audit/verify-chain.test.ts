import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type EventRow, eventHash, verifyChain } from './index'

/** Made with another implementation than the one under test. */
function aChain(...bodies: string[]): EventRow[] {
  let head = Buffer.alloc(0)
  return bodies.map((body, index) => {
    const hash = createHash('sha256').update(head).update(body, 'utf8').digest()
    const event = { n: index + 1, body, head: new Uint8Array(head), hash: new Uint8Array(hash) }
    head = hash
    return event
  })
}

const bodies = ['{"n": 1, "kind": "request.proposed"}', '{"n": 2, "name": "Zoë 😀"}', '{"n": 3}']

function changedAt(index: number, change: (event: EventRow) => EventRow): EventRow[] {
  return aChain(...bodies).map((event, at) => (at === index ? change(event) : event))
}

function breakOf(events: readonly EventRow[], expected?: { events: number; head: Uint8Array }) {
  const result = verifyChain(events, expected)
  return result.ok ? null : [result.error.code, result.error.at[0]?.path]
}

const flipped = (bytes: Uint8Array) => bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte))

it('an event is hashed as sha256(head ‖ body as UTF-8)', () => {
  const [first, second] = aChain(...bodies)
  expect(first && eventHash(new Uint8Array(0), first.body)).toEqual(first?.hash)
  expect(first && second && eventHash(first.hash, second.body)).toEqual(second?.hash)
})

describe('verifyChain', () => {
  it('accepts a whole chain, and one of no events, and says where they end', () => {
    const chain = aChain(...bodies)
    expect(verifyChain(chain)).toEqual({ ok: true, value: { events: 3, head: chain[2]?.hash } })
    expect(verifyChain(chain, { events: 3, head: chain[2]?.hash ?? new Uint8Array() }).ok).toBe(true)
    expect(verifyChain([])).toEqual({ ok: true, value: { events: 0, head: new Uint8Array(0) } })
    expect(verifyChain([], { events: 0, head: new Uint8Array(0) }).ok).toBe(true)
  })

  it('takes database buffers for what they hold', () => {
    const chain = aChain(...bodies).map((event) => ({
      ...event,
      head: Buffer.from(event.head),
      hash: Buffer.from(event.hash),
    }))
    expect(verifyChain(chain).ok).toBe(true)
  })

  it('finds a changed text, by so much as a space', () => {
    expect(breakOf(changedAt(1, (event) => ({ ...event, body: `${event.body} ` })))).toEqual([
      'chain_hash',
      '$[1].hash',
    ])
  })

  it('finds a changed text whose own hash was made to fit, at the next event', () => {
    const body = '{"n": 2, "name": "Mallory"}'
    const forged = changedAt(1, (event) => ({ ...event, body, hash: eventHash(event.head, body) }))
    expect(breakOf(forged)).toEqual(['chain_head', '$[2].head'])
  })

  it('finds one changed bit in a head or a hash, and bytes that are missing or too many', () => {
    expect(breakOf(changedAt(2, (event) => ({ ...event, head: flipped(event.head) })))).toEqual([
      'chain_head',
      '$[2].head',
    ])
    expect(breakOf(changedAt(2, (event) => ({ ...event, hash: flipped(event.hash) })))).toEqual([
      'chain_hash',
      '$[2].hash',
    ])
    for (const hash of [new Uint8Array(0), new Uint8Array(33)])
      expect(breakOf(changedAt(0, (event) => ({ ...event, hash })))).toEqual(['chain_hash', '$[0].hash'])
    const short = changedAt(1, (event) => ({ ...event, head: event.head.slice(0, 31) }))
    expect(breakOf(short)).toEqual(['chain_head', '$[1].head'])
    const long = changedAt(1, (event) => ({ ...event, head: new Uint8Array([...event.head, 0]) }))
    expect(breakOf(long)).toEqual(['chain_head', '$[1].head'])
  })

  it('finds an event that is missing, doubled or moved', () => {
    const [one, two, three] = aChain(...bodies)
    if (!one || !two || !three) throw new Error('three events')
    expect(breakOf([one, three])).toEqual(['chain_gap', '$[1].n'])
    expect(breakOf([two, three])).toEqual(['chain_gap', '$[0].n'])
    expect(breakOf([one, one, two])).toEqual(['chain_gap', '$[1].n'])
    expect(breakOf([one, three, two])).toEqual(['chain_gap', '$[1].n'])
    expect(breakOf([one, { ...three, n: 2 }])).toEqual(['chain_head', '$[1].head'])
  })

  it('finds a chain that does not begin at the beginning', () => {
    const head = new Uint8Array(32)
    expect(breakOf([{ n: 1, body: '{}', head, hash: eventHash(head, '{}') }])).toEqual(['chain_head', '$[0].head'])
  })

  it('finds an end that was cut off, or written anew, where the end is known', () => {
    const chain = aChain(...bodies)
    const end = { events: 3, head: chain[2]?.hash ?? new Uint8Array() }
    expect(breakOf(chain.slice(0, 2))).toBeNull()
    expect(breakOf(chain.slice(0, 2), end)).toEqual(['chain_end', '$'])
    expect(breakOf([], end)).toEqual(['chain_end', '$'])
    expect(breakOf(aChain(...bodies.slice(0, 2), '{"n": 3, "verdict": "approve"}'), end)).toEqual(['chain_end', '$'])
  })
})
