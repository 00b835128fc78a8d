import { existsSync, readFileSync } from 'node:fs'
import type { Exit } from './run'

/** What a step adds up to. */
export type Count = { passed: number; failed: number; skipped: number; note?: string }

/** A check without tests of its own is one test. */
export function countCheck(exit: Exit): Count {
  return { passed: exit === 0 ? 1 : 0, failed: exit === 0 ? 0 : 1, skipped: 0 }
}

/** Reads Vitest's JSON report. A file that could not be loaded has no tests, and is one failure. */
export function countVitest(exit: Exit, reportFile: string): Count {
  const report = readReport(reportFile)
  const unloaded = listIn(report, 'testResults').filter(
    (file) => textIn(file, 'status') === 'failed' && listIn(file, 'assertionResults').length === 0,
  )
  return believable(exit, {
    passed: numberIn(report, 'numPassedTests'),
    failed: numberIn(report, 'numFailedTests') + unloaded.length,
    skipped: numberIn(report, 'numPendingTests') + numberIn(report, 'numTodoTests'),
  })
}

/** Reads Playwright's JSON report. A story that passed on its second try (allowed under CI only) is said. */
export function countPlaywright(exit: Exit, reportFile: string): Count {
  const report = readReport(reportFile)
  const stats = valueIn(report, 'stats')
  const again = numberIn(stats, 'flaky')
  return believable(exit, {
    passed: numberIn(stats, 'expected') + again,
    failed: numberIn(stats, 'unexpected'),
    skipped: numberIn(stats, 'skipped'),
    ...(again > 0 ? { note: `${again} only on a second try` } : {}),
  })
}

/** A runner that ran nothing, or fell over beside its tests, has not passed. */
function believable(exit: Exit, count: Count): Count {
  if (count.failed > 0) return count
  if (exit !== 0)
    return { ...count, failed: 1, note: exit === null ? 'took too long' : `exit ${exit} beside its tests` }
  if (count.passed === 0) return { ...count, failed: 1, note: 'ran no test' }
  return count
}

function readReport(file: string): unknown {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    console.log(`${file} is not a report: ${error}`)
    return null
  }
}

function valueIn(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, field)?.value : undefined
}

function numberIn(value: unknown, field: string): number {
  const found = valueIn(value, field)
  return typeof found === 'number' ? found : 0
}

function textIn(value: unknown, field: string): string {
  const found = valueIn(value, field)
  return typeof found === 'string' ? found : ''
}

function listIn(value: unknown, field: string): unknown[] {
  const found = valueIn(value, field)
  return Array.isArray(found) ? found : []
}
