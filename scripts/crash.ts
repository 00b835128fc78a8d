import { parseArgs } from 'node:util'
import { crash } from './crash/crash'

// Kills server, worker and database at random moments, and looks whether anything was lost or done twice.
// npx tsx scripts/crash.ts --points 200

const { values } = parseArgs({ options: { points: { type: 'string', default: '20' } } })
const began = Date.now()
const say = (line: string) =>
  void process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}\n`)
const { kills, ended, counts, wrong } = await crash(Number(values.points), say)
say(
  `Killed: ${Object.entries(kills)
    .map(([name, times]) => `${name} ${times} times`)
    .join(', ')}.`,
)
for (const [what, number] of Object.entries(counts)) say(`${String(number).padStart(9)}  ${what}`)
for (const what of wrong) say(`WRONG  ${what}`)
say(wrong.length === 0 ? `${ended.length} requests, each ended as it should.` : `${wrong.length} things are wrong.`)
process.exit(wrong.length === 0 ? 0 : 1)
