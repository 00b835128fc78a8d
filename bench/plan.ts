import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { Finding } from './support/finding'
import { median } from './support/in-turn'
import { control, planOf, SHAPES, type Shape, verify } from './support/plans'
import { ROUNDS, sized } from './support/size'

const SMALL = 100
const MIDDLE = 10_000

/**
 * Verification of a plan against a control that only puts each key into a Map: what reading it costs at the least. Both
 * sides in turn, on the same plan, in one process; the largest shape counts.
 */
export async function plan(): Promise<Finding[]> {
  const large = sized(100_000, MIDDLE * 2)
  const found = SHAPES.map((shape) => measured(shape, large))
  const most = (of: (one: (typeof found)[number]) => number) => Math.max(...found.map(of))
  const figures = (of: (one: (typeof found)[number]) => string) =>
    found.map((one) => `${one.shape} ${of(one)}`).join('; ')
  return [
    {
      what: `verifying a plan of ${SMALL} actions`,
      value: most(({ small }) => small),
      unit: 'ms',
      aim: { most: 0.2 },
      figures: figures(({ small }) => `${small.toFixed(3)} ms`),
    },
    {
      what: `growth from ${MIDDLE} to ${large} actions ÷ that of putting each key into a Map`,
      value: most(({ growth }) => growth),
      aim: { most: 1.3 },
      figures: figures(({ ours, theirs }) => `${ours.growth.toFixed(1)} ÷ ${theirs.growth.toFixed(1)}`),
    },
    {
      what: `verifying ${large} actions ÷ putting each key into a Map`,
      value: most(({ times }) => times),
      aim: { most: 6 },
      figures: figures(({ ours, theirs }) => `${ours.large.toFixed(0)} ms ÷ ${theirs.large.toFixed(0)} ms`),
      pays: 'three passes over numbers instead of none, and every call looked at twice',
    },
    ...memory(large),
  ]
}

function measured(shape: Shape, count: number) {
  const small = planOf(shape, SMALL)
  const [middle, large] = [planOf(shape, MIDDLE), planOf(shape, count)]
  if (verify(large).outcome !== 'allow') throw new Error('a plan of a measurement works')
  for (let n = 0; n < 2_000; n++) verify(small)
  const sides = { small: () => verify(small), ours: () => verify(middle), theirs: () => control(middle) }
  const [smallMs] = inTurn([sides.small], 500)
  const [oursMiddle, theirsMiddle] = inTurn([sides.ours, sides.theirs], 10 * ROUNDS)
  const [oursLarge, theirsLarge] = inTurn([() => verify(large), () => control(large)], 3 * ROUNDS)
  const side = (of: number, from: number) => ({ large: of, growth: of / from })
  const ours = side(oursLarge ?? Number.NaN, oursMiddle ?? Number.NaN)
  const theirs = side(theirsLarge ?? Number.NaN, theirsMiddle ?? Number.NaN)
  return {
    shape,
    small: smallMs ?? Number.NaN,
    ours,
    theirs,
    growth: ours.growth / theirs.growth,
    times: ours.large / theirs.large,
  }
}

/** The median time of each, one after the other in every round. */
function inTurn(jobs: readonly (() => unknown)[], rounds: number): number[] {
  const times = jobs.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [n, job] of jobs.entries()) {
      const began = performance.now()
      job()
      times[n]?.push(performance.now() - began)
    }
  return times.map(median)
}

/** What each allocates, in a process of its own whose young generation is never collected meanwhile. */
function memory(large: number): Finding[] {
  const found = SHAPES.map((shape) => {
    const [oursMiddle, theirsMiddle, ours, theirs] = [MIDDLE, large].flatMap((count) => [
      allocated('verify', shape, count),
      allocated('control', shape, count),
    ])
    if (!(oursMiddle && theirsMiddle && ours && theirs)) throw new Error('nothing was allocated')
    return { shape, ours, theirs, growth: ours / oursMiddle / (theirs / theirsMiddle) }
  })
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`
  return [
    {
      what: `what verifying ${large} actions allocates ÷ a Map of the keys`,
      value: Math.max(...found.map(({ ours, theirs }) => ours / theirs)),
      aim: { most: 6 },
      figures: found.map(({ shape, ours, theirs }) => `${shape} ${megabytes(ours)} ÷ ${megabytes(theirs)}`).join('; '),
    },
    {
      what: `growth of what is allocated from ${MIDDLE} to ${large} actions ÷ that of the Map`,
      value: Math.max(...found.map(({ growth }) => growth)),
      aim: { most: 1.3 },
      figures: found.map(({ shape, growth }) => `${shape} ${growth.toFixed(2)}`).join('; '),
    },
  ]
}

function allocated(side: 'verify' | 'control', shape: Shape, count: number): number {
  const flags = ['--expose-gc', '--min-semi-space-size=512', '--max-semi-space-size=512', '--import', 'tsx']
  const script = path.join(import.meta.dirname, 'support/allocate.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, script, side, shape, String(count)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}
