/**
 * Finds the circles of a graph, each once: the strongly connected parts of more than one node, and nodes that point
 * to themselves. (Tarjan's algorithm.)
 */
export function findCircles(graph: Map<string, string[]>): string[][] {
  const seen = new Map<string, { index: number; low: number; open: boolean }>()
  const open: string[] = []
  const circles: string[][] = []

  function enter(node: string): number {
    const mark = { index: seen.size, low: seen.size, open: true }
    seen.set(node, mark)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      const known = seen.get(next)
      if (known === undefined) mark.low = Math.min(mark.low, enter(next))
      else if (known.open) mark.low = Math.min(mark.low, known.index)
    }
    if (mark.low === mark.index) close(node)
    return mark.low
  }

  function close(node: string): void {
    const part = open.splice(open.indexOf(node))
    for (const member of part) {
      const mark = seen.get(member)
      if (mark) mark.open = false
    }
    if (part.length > 1 || graph.get(node)?.includes(node)) circles.push(part)
  }

  for (const node of graph.keys()) if (!seen.has(node)) enter(node)
  return circles
}
