/** Prints how many bytes one verification (or its control) allocates. Run with `--expose-gc` and a large young generation. */
import { control, planOf, SHAPES, verify } from './plans'

const [side, wanted, count] = process.argv.slice(2)
const shape = SHAPES.find((one) => one === wanted)
if (shape === undefined || globalThis.gc === undefined) throw new Error('verify|control shape count, with --expose-gc')

const job = side === 'verify' ? verify : control
job(planOf(shape, 100))
const plan = planOf(shape, Number(count))
globalThis.gc()
const before = used()
const kept = job(plan)
const after = used()
if (kept === null) throw new Error('unreachable: keeps what was made alive')
process.stdout.write(String(after - before))

function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
