import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandCall } from '@/lib/command'
import { countdown, showCall, type Terminal } from './terminal'

let written: string
const terminal = (isInteractive: boolean): Terminal => ({
  isInteractive,
  out: new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk)
      done()
    },
  }),
})
const request = { id: 'r', status: 'pending' as const, url: 'https://countersign.example/requests/r', decision: null }

beforeEach(() => {
  written = ''
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('waiting', () => {
  it('counts down once a second where somebody looks, and stops when it is told to', () => {
    const stop = countdown(terminal(true), request, performance.now() + 65_000)
    vi.advanceTimersByTime(6_000)
    expect(written).toContain('https://countersign.example/requests/r')
    expect(written.split('\r').map((drawn) => drawn.trim().split(' ')[0])).toEqual(
      expect.arrayContaining(['1:05', '1:04', '1:00', '0:59']),
    )
    stop()
    const before = written
    vi.advanceTimersByTime(5_000)
    expect(written).toBe(before)
  })

  it('says the time left once where nobody looks', () => {
    countdown(terminal(false), request, performance.now() + 3_725_000)
    vi.advanceTimersByTime(10_000)
    expect(written.split('\n').filter((line) => line.includes('left'))).toEqual([
      '  1:02:05 left; after that the answer is no',
    ])
  })
})

describe('what is asked', () => {
  const call: CommandCall = {
    script: 'ls\nrm -rf "$X"\n\u001b[2K',
    working_dir: '/srv/\u001b[1m',
    host: 'h\r',
    run_as: 'u\u0007',
    session: null,
    shell: 'bash',
    containment: 'workspace-write',
    runner: null,
    writable_roots: [],
    full_access: true,
    background: false,
    timeout_secs: 1,
    asked_because: 'escalation_requested',
    first_run: null,
  }

  it('shows every line with its number, what is bad, and that nothing contains it; no character moves the cursor', () => {
    showCall(terminal(true), call)
    expect(written).toContain('  2 | rm -rf "$X"\n')
    expect(written).toContain('Line 2: deletes what the script does not name.')
    expect(written).toContain('full access: nothing contains this run')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(written.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f]/)
  })
})
