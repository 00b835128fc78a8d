/**
 * `npm run bench [name …]`: how fast, against what nobody can be faster than? Writes `bench/RESULTS.md`. Needs a build.
 * `BENCH_SCALE=0.02` runs small. Names choose measurements, and write no results.
 */
import path from 'node:path'
import { decision } from './decision'
import { desk } from './desk'
import { firstLoad } from './first-load'
import { gate } from './gate'
import { inbox } from './inbox'
import { install } from './install'
import { machineApi } from './machine-api'
import { plan } from './plan'
import { restart } from './restart'
import { streams } from './streams'
import type { Finding } from './support/finding'
import { isMet } from './support/finding'
import { machine } from './support/machine'
import { startPostgres } from './support/postgres'
import { type Failure, writeResults } from './support/results'
import { scale } from './support/size'
import { verdicts } from './verdicts'
import { walls } from './walls'

const measurements: Record<string, () => Promise<Finding[]>> = {
  decision,
  machineApi,
  verdicts,
  walls,
  inbox,
  desk,
  firstLoad,
  streams,
  restart,
  plan,
  gate,
  install,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in measurements))
if (unknown.length > 0)
  throw new Error(`there is no measurement ${unknown.join(', ')}: ${Object.keys(measurements).join(', ')}`)

const results = path.join(import.meta.dirname, 'RESULTS.md')
const postgres = await startPostgres()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void postgres.stop().finally(() => process.exit(1)))
const findings: Finding[] = []
const failures: Failure[] = []
let isBroken = false
try {
  const facts = await machine(postgres.url)
  for (const [name, measure] of Object.entries(measurements)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    if (name === 'install' && scale < 1 && wanted.length === 0) {
      failures.push({ what: 'from `npm ci` to the first page', why: 'takes minutes; a small run leaves it out' })
      continue
    }
    const began = performance.now()
    try {
      const found = await measure()
      findings.push(...found)
      for (const one of found) say(one)
    } catch (error) {
      failures.push({ what: name, why: error instanceof Error ? error.message : String(error) })
      isBroken = true
      console.error(name, error)
    }
    console.log(`  (${name}: ${((performance.now() - began) / 1_000).toFixed(0)} s)`)
    // after each, so that a run that is stopped leaves what it found
    const left = Object.keys(measurements).slice(Object.keys(measurements).indexOf(name) + 1)
    const unreached = left.map((what) => ({ what, why: 'the run was stopped before it' }))
    if (wanted.length === 0) await writeResults(results, facts, findings, [...failures, ...unreached])
  }
} finally {
  await postgres.stop()
}
process.exitCode = isBroken ? 1 : 0

function say(finding: Finding): void {
  const { what, value, unit = '', figures } = finding
  const mark = { true: '✓', false: '✗', null: '·' }[`${isMet(finding)}`]
  console.log(`${mark} ${what}: ${value.toFixed(2)} ${unit}\n    ${figures}`)
}
