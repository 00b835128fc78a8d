import { expect, it } from 'vitest'
import { jsonLog } from './log'

function aLog() {
  const out: string[] = []
  const err: string[] = []
  const log = jsonLog(
    (line) => void out.push(line),
    (line) => void err.push(line),
  )
  return { log, out, err }
}

it('writes one line of JSON for each event, whatever a value holds', () => {
  const { log, out } = aLog()
  log.info('seen', { name: 'a\n{"level":"error"}\u2028\u202Eb\u0007' })
  expect(out).toHaveLength(1)
  expect(out[0]?.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u202E]/u)
  const line = JSON.parse(out[0] ?? '')
  expect(line).toMatchObject({ level: 'info', event: 'seen' })
  expect(line.name).toContain('U+202E')
})

it('leaves out what looks like a secret', () => {
  const { log, out, err } = aLog()
  const secrets = ['cnf_0123456789abcdef', 'grt_0123456789abcdef', 'csk_0123456789abcdef']
  log.info('x', { path: `/a?token=hush&x=1`, words: secrets.join(' '), cookie: 'countersign-session=hush; y=1' })
  log.error(
    'y',
    new Error(`Bearer hush ${secrets[0]} postgresql://user:hush@host/db`, { cause: new Error('csk_00ff') }),
  )
  for (const text of [...out, ...err]) {
    expect(text).not.toContain('hush')
    expect(text).not.toMatch(/(cnf|grt|csk)_[0-9a-f]/)
  }
})

it('tells an error with its causes, on standard error', () => {
  const { log, out, err } = aLog()
  log.error('failed', new Error('outer', { cause: new TypeError('inner') }), { request: 'r1' })
  expect(out).toEqual([])
  expect(JSON.parse(err[0] ?? '')).toMatchObject({
    event: 'failed',
    request: 'r1',
    error: 'Error: outer ← TypeError: inner',
  })
})
