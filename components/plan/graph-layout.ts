import { Graph, layout } from '@dagrejs/dagre'
import type { DrawnPlan } from './model'

export const BOX = { width: 164, height: 58 } as const
export const LANE = { width: 184, step: 200 } as const
const TOP = 32
const BETWEEN = 22

export type Placed = { number: number; x: number; y: number }
export type Edge = { from: number; to: number; path: string; tip: string }
export type Laid = { width: number; height: number; boxes: Placed[]; edges: Edge[] }

/**
 * Lays a plan out: a lane for each level, and inside it the steps in an order with few crossings, which is dagre's work.
 * Its own ranks may differ from our levels (it moves a step close to what needs it), so only its heights are taken.
 */
export function layOut({ steps, levels }: Pick<DrawnPlan, 'steps' | 'levels'>): Laid {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: BETWEEN, ranksep: LANE.step - BOX.width, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  const levelOf = new Map(
    levels.flatMap(({ steps: numbers }, level) => numbers.map((number) => [number, level] as const)),
  )
  const level = (number: number) => levelOf.get(number) ?? 0
  for (const { number } of steps) graph.setNode(String(number), { width: BOX.width, height: BOX.height })
  for (const { number, waits_for } of steps)
    for (const before of waits_for)
      graph.setEdge(String(before), String(number), { minlen: level(number) - level(before) })
  layout(graph)

  const places = steps.map(({ number }) => ({
    number,
    x: 10 + level(number) * LANE.step,
    y: graph.node(String(number)).y,
  }))
  if (isUpsideDown(places, level)) for (const place of places) place.y = -place.y
  const boxes = levels.flatMap(({ steps: numbers }) => spread(places.filter(({ number }) => numbers.includes(number))))
  const top = Math.min(...boxes.map(({ y }) => y))
  const down = boxes.map((box) => ({ ...box, y: Math.round(box.y - top + TOP) }))
  return {
    width: levels.length * LANE.step - (LANE.step - LANE.width),
    height: Math.max(...down.map(({ y }) => y)) + BOX.height + 24,
    boxes: down,
    edges: edgesOf(steps, down),
  }
}

/** Upside down it has as few crossings: the first steps belong above. */
function isUpsideDown(places: readonly Placed[], level: (number: number) => number): boolean {
  let balance = 0
  for (const a of places)
    for (const b of places)
      if (a.number < b.number && level(a.number) === level(b.number)) balance += Math.sign(a.y - b.y)
  return balance > 0
}

/** Steps of one lane that had other ranks may lie on each other: their order stays, and a distance is kept. */
function spread(lane: Placed[]): Placed[] {
  let least = Number.NEGATIVE_INFINITY
  return [...lane]
    .sort((a, b) => a.y - b.y)
    .map((box) => {
      const y = Math.max(box.y, least)
      least = y + BOX.height + BETWEEN
      return { ...box, y }
    })
}

function edgesOf(steps: DrawnPlan['steps'], boxes: readonly Placed[]): Edge[] {
  const at = new Map(boxes.map((box) => [box.number, box]))
  const ports = new Map<string, number>()
  const pairs = steps.flatMap(({ number, waits_for }) => waits_for.map((from) => ({ from, to: number })))
  const height = (box: Placed, side: 'in' | 'out', count: number) => {
    const key = `${side} ${box.number}`
    const nth = ports.get(key) ?? 0
    ports.set(key, nth + 1)
    return Math.round(box.y + BOX.height / 2 + (nth - (count - 1) / 2) * Math.min(16, 44 / count))
  }
  return pairs.flatMap(({ from, to }) => {
    const [a, b] = [at.get(from), at.get(to)]
    if (a === undefined || b === undefined) return []
    const y1 = height(a, 'out', pairs.filter((pair) => pair.from === from).length)
    const y2 = height(b, 'in', pairs.filter((pair) => pair.to === to).length)
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
