import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Change } from '@/lib/inbox'
import { feed, type RunningFeed } from './feed'

const change = (request: string): Change => ({ org: 'northgate', request })
const running: RunningFeed[] = []

/** A table of changes that grows; its place is how many there were. */
function aTable() {
  const rows: Change[] = []
  let gate: Promise<void> = Promise.resolve()
  const reads: (string | null)[] = []
  return {
    rows,
    reads,
    hold: (until: Promise<void>) => {
      gate = until
    },
    read: async (place: string | null) => {
      reads.push(place)
      const seen = rows.length
      await gate
      return { changes: place === null ? [] : rows.slice(Number(place), seen), place: String(seen) }
    },
  }
}

function follow(table: ReturnType<typeof aTable>, onError: (error: unknown) => void = () => undefined) {
  const one = feed(table.read, onError, 5)
  running.push(one)
  return one
}

afterEach(() => {
  for (const one of running.splice(0)) one.close()
})

describe('the feed', () => {
  it('tells a listener whatever was committed after it came, once, also while a read is under way', async () => {
    const table = aTable()
    const changes = follow(table)
    await vi.waitFor(() => expect(table.reads).toHaveLength(1))
    let open = () => {}
    table.hold(
      new Promise((resolve) => {
        open = resolve
      }),
    )
    const heard: string[] = []
    changes.subscribe(({ request }) => heard.push(request))
    await vi.waitFor(() => expect(table.reads).toHaveLength(2))
    table.rows.push(change('during the read'))
    table.hold(Promise.resolve())
    open()
    table.rows.push(change('after it'))
    await vi.waitFor(() => expect(heard).toEqual(['during the read', 'after it']))
  })

  it('stops nobody where one listener throws, and skips nothing where a read fails', async () => {
    const table = aTable()
    const errors: unknown[] = []
    let fails = false
    const changes = feed(
      async (place) => {
        if (fails) throw new Error('the database is away')
        return table.read(place)
      },
      (error) => errors.push(error),
      5,
    )
    running.push(changes)
    await vi.waitFor(() => expect(table.reads).toHaveLength(1))
    changes.subscribe(() => {
      throw new Error('a listener')
    })
    const heard: string[] = []
    changes.subscribe(({ request }) => heard.push(request))
    fails = true
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0))
    table.rows.push(change('while it was away'))
    fails = false
    await vi.waitFor(() => expect(heard).toEqual(['while it was away']), { timeout: 5_000 })
  })

  it('calls nobody after it was closed, or after they left', async () => {
    const table = aTable()
    const changes = follow(table)
    await vi.waitFor(() => expect(table.reads).toHaveLength(1))
    const heard: string[] = []
    const leave = changes.subscribe(({ request }) => heard.push(request))
    const stays: string[] = []
    changes.subscribe(({ request }) => stays.push(request))
    leave()
    table.rows.push(change('one'))
    await vi.waitFor(() => expect(stays).toEqual(['one']))
    changes.close()
    const asked = table.reads.length
    table.rows.push(change('two'))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(table.reads.length).toBe(asked)
    expect(heard).toEqual([])
    expect(stays).toEqual(['one'])
  })
})
