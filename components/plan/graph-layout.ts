import { Graph, layout } from '@dagrejs/dagre'
import type { DrawnPlan } from './model'

export const BOX = { width: 164, height: 58 } as const
export const LANE = { width: 184, step: 200 } as const
const TOP = 32
const BETWEEN = 22

export type Placed = { number: number; x: number; y: number }
export type Edge = { from: number; to: number; path: string; tip: string }
/** `unseen`: how many arrows are not drawn. */
export type Laid = { width: number; height: number; boxes: Placed[]; edges: Edge[]; unseen: number }

type Plan = Pick<DrawnPlan, 'steps' | 'levels'>
type Pair = { from: number; to: number }

/** What dagre may be given: it takes time by the levels that all arrows together pass, and the server waits for it. */
const SPANS = 300
/** More arrows than this are a grey cloud. The nearest needs of each step are drawn; the list names all of them. */
const ARROWS = 600
/** A lower picture is balanced as dagre has it; in a higher one every lane begins at the top, where one looks first. */
const HIGH = 640

/**
 * Lays a plan out: a lane for each level, and inside it the steps in an order with few crossings, which is dagre's work
 * where there are not too many arrows. Takes a bounded time for any plan.
 */
export function layOut({ steps, levels }: Plan): Laid {
  const levelOf = new Map(
    levels.flatMap(({ steps: numbers }, level) => numbers.map((number) => [number, level] as const)),
  )
  const level = (number: number) => levelOf.get(number) ?? 0
  const pairs = steps.flatMap(({ number, waits_for }) => waits_for.map((from) => ({ from, to: number })))
  const spans = pairs.reduce((sum, { from, to }) => sum + level(to) - level(from), 0)
  const balanced = spans > SPANS ? null : byDagre(steps, pairs, levels, level)
  const places = balanced === null || heightOf(balanced) > HIGH ? stacked(levels, balanced ?? pairs) : balanced
  const top = Math.min(...places.map(({ y }) => y))
  const boxes = places.map(({ number, y }) => ({
    number,
    x: 10 + level(number) * LANE.step,
    y: Math.round(y - top + TOP),
  }))
  const drawn = nearest(pairs, level)
  return {
    width: levels.length * LANE.step - (LANE.step - LANE.width),
    height: heightOf(boxes) + TOP + 24,
    boxes,
    edges: edgesOf(drawn, boxes),
    unseen: pairs.length - drawn.length,
  }
}

type Height = { number: number; y: number }

/** From the top of the highest to the foot of the lowest box. */
function heightOf(places: readonly Height[]): number {
  const ys = places.map(({ y }) => y)
  return Math.max(...ys) - Math.min(...ys) + BOX.height
}

/** dagre's ranks may differ from our levels (it moves a step close to what needs it), so only its heights are taken. */
function byDagre(
  steps: Plan['steps'],
  pairs: readonly Pair[],
  levels: Plan['levels'],
  level: (number: number) => number,
): Height[] {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: BETWEEN, ranksep: LANE.step - BOX.width, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { number } of steps) graph.setNode(String(number), { width: BOX.width, height: BOX.height })
  for (const { from, to } of pairs) graph.setEdge(String(from), String(to), { minlen: level(to) - level(from) })
  layout(graph)
  const places = steps.map(({ number }) => ({ number, y: graph.node(String(number)).y }))
  if (isUpsideDown(places, level)) for (const place of places) place.y = -place.y
  return levels.flatMap(({ steps: numbers }) => spread(places.filter(({ number }) => numbers.includes(number))))
}

/** Every lane from the top: in the order of these heights, else each step about where those are that it needs. */
function stacked(levels: Plan['levels'], by: readonly Height[] | readonly Pair[]): Height[] {
  const rank = new Map<number, number>()
  const needs = new Map<number, number[]>()
  for (const one of by)
    if ('y' in one) rank.set(one.number, one.y)
    else needs.set(one.to, [...(needs.get(one.to) ?? []), one.from])
  const places = new Map<number, number>()
  for (const { steps: numbers } of levels) {
    const wanted = new Map(numbers.map((number) => [number, rank.get(number) ?? mean(needs.get(number), places)]))
    const order = [...numbers].sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a - b)
    for (const [nth, number] of order.entries()) places.set(number, nth * (BOX.height + BETWEEN))
  }
  return [...places].map(([number, y]) => ({ number, y }))
}

function mean(needs: readonly number[] | undefined, places: ReadonlyMap<number, number>): number {
  if (needs === undefined || needs.length === 0) return 0
  return needs.reduce((sum, number) => sum + (places.get(number) ?? 0), 0) / needs.length
}

/** The arrows that are drawn: those that pass the fewest levels. */
function nearest(pairs: readonly Pair[], level: (number: number) => number): readonly Pair[] {
  if (pairs.length <= ARROWS) return pairs
  const passes = ({ from, to }: Pair) => level(to) - level(from)
  return [...pairs].sort((a, b) => passes(a) - passes(b)).slice(0, ARROWS)
}

/** Upside down it has as few crossings: the first steps belong above. */
function isUpsideDown(places: readonly Height[], level: (number: number) => number): boolean {
  let balance = 0
  for (const a of places)
    for (const b of places)
      if (a.number < b.number && level(a.number) === level(b.number)) balance += Math.sign(a.y - b.y)
  return balance > 0
}

/** Steps of one lane that had other ranks may lie on each other: their order stays, and a distance is kept. */
function spread(lane: Height[]): Height[] {
  let least = Number.NEGATIVE_INFINITY
  return [...lane]
    .sort((a, b) => a.y - b.y)
    .map((box) => {
      const y = Math.max(box.y, least)
      least = y + BOX.height + BETWEEN
      return { ...box, y }
    })
}

function edgesOf(pairs: readonly Pair[], boxes: readonly Placed[]): Edge[] {
  const at = new Map(boxes.map((box) => [box.number, box]))
  const ports = new Map<string, number>()
  const counts = { out: countBy(pairs, 'from'), in: countBy(pairs, 'to') }
  const height = (box: Placed, side: 'in' | 'out', count: number) => {
    const key = `${side} ${box.number}`
    const nth = ports.get(key) ?? 0
    ports.set(key, nth + 1)
    return Math.round(box.y + BOX.height / 2 + (nth - (count - 1) / 2) * Math.min(16, 44 / count))
  }
  return pairs.flatMap(({ from, to }) => {
    const [a, b] = [at.get(from), at.get(to)]
    if (a === undefined || b === undefined) return []
    const y1 = height(a, 'out', counts.out.get(from) ?? 1)
    const y2 = height(b, 'in', counts.in.get(to) ?? 1)
    const [x1, x2] = [a.x + BOX.width, b.x]
    const bend = Math.max(18, Math.round((x2 - x1) / 3))
    return [
      {
        from,
        to,
        path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 6} ${y2}`,
        tip: `M${x2} ${y2}l-6 -3.5v7z`,
      },
    ]
  })
}

function countBy(pairs: readonly Pair[], end: 'from' | 'to'): Map<number, number> {
  const counts = new Map<number, number>()
  for (const pair of pairs) counts.set(pair[end], (counts.get(pair[end]) ?? 0) + 1)
  return counts
}
