import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchRequest, followChanges, inboxSearch, keys, ReadFailed } from './index'

afterEach(() => vi.unstubAllGlobals())

describe('a list query in a URL', () => {
  it('is the same text for the same query, and empty for the plain inbox', () => {
    expect(inboxSearch({ view: 'mine' })).toBe('')
    expect(inboxSearch({ warned: true, q: 'a&b', view: 'asked' })).toBe('?view=asked&q=a%26b&warned=1')
    expect(inboxSearch({ view: 'mine', q: '', warned: false })).toBe('')
  })

  it('never meets another account’s answer in the cache', () => {
    expect(keys.list('dana', { view: 'mine' })).not.toEqual(keys.list('ines', { view: 'mine' }))
    expect(keys.request('dana', 'r')[0]).toBe('dana')
  })
})

it('a read that is refused says how, and its answer is not taken for data', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"code":"signed_out"}', { status: 401 }))
  await expect(fetchRequest('r')).rejects.toEqual(new ReadFailed(401))
})

describe('the change feed', () => {
  it('names the request that changed, and passes over what it does not understand', () => {
    const { source, changes } = followed()
    source().say('change', '{"request":"r1"}')
    source().say('change', 'not json')
    source().say('change', '{"other":1}')
    expect(changes).toEqual(['r1'])
  })

  it('tells when it is there and when it is gone, so that the page can ask instead', () => {
    const { source, states } = followed()
    expect(states).toEqual([false])
    source().onopen?.()
    source().onerror?.()
    expect(states).toEqual([false, true, false])
  })

  it('closes its stream when it is stopped', () => {
    const { source, stop } = followed()
    stop()
    expect(source().closed).toBe(true)
  })
})

class FakeSource {
  static readonly CLOSED = 2
  static last: FakeSource | null = null
  readyState = 1
  closed = false
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  private readonly listeners = new Map<string, (event: { data: string }) => void>()
  constructor() {
    FakeSource.last = this
  }
  addEventListener(name: string, listener: (event: { data: string }) => void) {
    this.listeners.set(name, listener)
  }
  say(name: string, data: string) {
    this.listeners.get(name)?.({ data })
  }
  close() {
    this.closed = true
  }
}

function followed() {
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('navigator', {})
  const changes: string[] = []
  const states: boolean[] = []
  const stop = followChanges({ onChange: (request) => changes.push(request), onState: (isLive) => states.push(isLive) })
  const source = () => {
    if (FakeSource.last === null) throw new Error('no stream was opened')
    return FakeSource.last
  }
  return { source, changes, states, stop }
}
