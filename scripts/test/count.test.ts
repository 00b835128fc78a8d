import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countCheck, countPlaywright, countVitest } from './count'
import { run } from './run'

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-count-'))
afterAll(() => rmSync(folder, { recursive: true }))
const report = (value: unknown) => {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

test('a check passes only with exit 0', () => {
  expect([countCheck(0), countCheck(1), countCheck(null)].map(({ passed }) => passed)).toEqual([1, 0, 0])
})

test('a test file that could not be loaded is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest(1, report({ numPassedTests: 3, numFailedTests: 0, testResults }))).toMatchObject({
    passed: 3,
    failed: 1,
  })
})

test('a runner that fails beside its tests has not passed', () => {
  expect(countVitest(1, report({ numPassedTests: 3, numFailedTests: 0 })).failed).toBe(1)
  expect(countPlaywright(null, report({ stats: { expected: 2 } })).failed).toBe(1)
})

test('a runner that ran no test, or left no report, has not passed', () => {
  expect(countVitest(0, report({ numPassedTests: 0 })).failed).toBe(1)
  expect(countVitest(0, path.join(folder, 'nowhere.json')).failed).toBe(1)
  expect(countPlaywright(0, report('{')).failed).toBe(1)
})

test('a browser test that passed on its second try is said, and one that failed twice has failed', () => {
  const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 1 }
  const note = '1 only on a second try'
  expect(countPlaywright(0, report({ stats }))).toEqual({ passed: 3, failed: 0, skipped: 1, note })
  expect(countPlaywright(1, report({ stats: { ...stats, unexpected: 1 } }))).toMatchObject({ passed: 3, failed: 1 })
})

test('a program that hangs is stopped, and did not pass', async () => {
  const script = path.join(folder, 'hang.ts')
  writeFileSync(script, 'setInterval(() => {}, 1000)')
  expect(await run(['tsx', script], { timeoutMs: 1500 })).toBeNull()
})

test('a program that is not there is a failure, not a crash', async () => {
  expect(await run(['no-such-program'], { timeoutMs: 1500 })).toBeNull()
})
