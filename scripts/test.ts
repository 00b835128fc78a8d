/**
 * `npm test`, or a part of it: `npm test -- check|unit|e2e`
 *
 * A step that fails does not hide the results of the others. The last line is `N passed, N failed`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Count } from './test/count'
import { type Step, steps } from './test/steps'

type Done = { step: Step; count: Count; seconds: number }

const wanted = process.argv.slice(2)
const known = new Set<string>(steps.flatMap((step) => step.parts))
const unknown = wanted.filter((part) => !known.has(part))
if (unknown.length > 0) {
  console.log(`There is no part ${unknown.join(', ')}: choose of ${[...known].join(', ')}`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

console.log(vectorsSentence(process.env.COUNTERSIGN_VECTORS))
const reports = mkdtempSync(path.join(tmpdir(), 'countersign-reports-'))
const done: Done[] = []
for (const step of steps.filter(({ parts }) => wanted.length === 0 || parts.some((part) => wanted.includes(part)))) {
  console.log(`\n── ${step.title} ${'─'.repeat(Math.max(2, 76 - step.title.length))}`)
  const begin = performance.now()
  const lacks = done.find(({ step: before, count }) => before.isGround && isShared(before, step) && count.failed > 0)
  const count: Count = lacks
    ? { passed: 0, failed: 1, skipped: 0, note: `not run: «${lacks.step.title}» failed` }
    : await step.run(reports)
  done.push({ step, count, seconds: (performance.now() - begin) / 1000 })
}
rmSync(reports, { recursive: true })

const total = { passed: sum(done, 'passed'), failed: sum(done, 'failed') }
console.log(`\n${done.map(line).join('\n')}\n`)
// Set, not called: what is still in the pipe is written first.
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)

function isShared(one: Step, other: Step): boolean {
  return one.parts.some((part) => other.parts.includes(part))
}

function sum(all: Done[], field: 'passed' | 'failed'): number {
  return all.reduce((before, { count }) => before + count[field], 0)
}

function line({ step, count, seconds }: Done): string {
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  const note = count.note ? ` (${count.note})` : ''
  const mark = count.failed === 0 ? '✓' : '✗'
  return `${mark} ${step.title.padEnd(48)} ${seconds.toFixed(1).padStart(6)} s  ${count.passed} passed, ${count.failed} failed${skipped}${note}`
}

function vectorsSentence(folder: string | undefined): string {
  if (folder && existsSync(folder)) return `Vectors: ${path.resolve(folder)}, and our own copies.`
  const why = folder ? `COUNTERSIGN_VECTORS names ${folder}, which is not there` : 'COUNTERSIGN_VECTORS is not set'
  return `Vectors: our own copies. The large suites are left out: ${why}.`
}
