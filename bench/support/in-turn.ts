import { CALLERS, ROUNDS } from './size'

/** One thing to do, prepared beforehand. */
export type Job = () => Promise<void>

/** One side of a comparison. `prepare` is not timed; every job is done once. */
export type Side = { name: string; prepare(count: number): Promise<readonly Job[]> }

/** Per side, how many jobs a second it did, round by round. */
export type Rates = ReadonlyMap<string, readonly number[]>

/**
 * Measures sides in turn (A B A B …), so that whatever else the machine does falls on all of them. A first round warms
 * up and is thrown away.
 */
export async function inTurn(sides: readonly Side[], count: number, callers: number = CALLERS): Promise<Rates> {
  const rates = new Map<string, number[]>(sides.map(({ name }) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const { name, prepare } of sides) {
      const jobs = await prepare(count)
      const rate = await perSecond(jobs, callers)
      if (round > 0) rates.get(name)?.push(rate)
    }
  return rates
}

/** Does all jobs, `callers` at once; a job that throws ends the run. */
async function perSecond(jobs: readonly Job[], callers: number): Promise<number> {
  const queue = jobs.values()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const job of queue) await job()
    }),
  )
  return (jobs.length * 1_000) / (performance.now() - began)
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
