import { type Room, roomOf } from '../rooms'
import type { Edge } from './edge'
import { findCircles } from './find-circles'
import type { Import } from './read-source'
import type { Tree } from './read-tree'
import { resolveImport } from './resolve-import'
import { rules } from './rules'

/** A place where the code does what the table forbids. */
export type Fault = { rule: string; file: string; line: number; says: string }

/** Checks every import of the tree against the table of rooms and the named rules. Empty: nothing is wrong. */
export function checkTree(tree: Tree): Fault[] {
  const faults: Fault[] = []
  const graph = new Map<string, string[]>()
  for (const [file, source] of tree.sources) {
    const room = roomOf(file)
    if (source.fault !== null) faults.push({ rule: 'readable', file, line: 1, says: source.fault })
    if (room === null) {
      faults.push({ rule: 'unknown-room', file, line: 1, says: 'its folder is not in scripts/rooms.ts' })
      continue
    }
    const edges = source.imports.map((one) => edgeOf(file, room, one, tree))
    graph.set(
      file,
      edges.flatMap(({ to }) => (to.kind === 'file' ? [to.path] : [])),
    )
    for (const edge of edges) faults.push(...faultsOf(edge))
    for (const rule of rules.surroundings)
      for (const { what, line } of source.surroundings)
        if (rule.forbids(file, room, what))
          faults.push({ rule: rule.name, file, line, says: `reads the ${what} itself` })
  }
  return [...faults, ...faultsOfCircles(graph)]
}

function edgeOf(from: string, room: Room, one: Import, tree: Tree): Edge {
  const to = resolveImport(from, one, tree)
  return { from, room, import: one, to, toRoom: to.kind === 'file' ? roomOf(to.path) : null, tree }
}

function faultsOf(edge: Edge): Fault[] {
  const kind = edge.import.typeOnly ? 'imports the type of' : 'imports'
  return rules.imports
    .filter((rule) => rule.forbids(edge))
    .map((rule) => ({
      rule: typeof rule.name === 'string' ? rule.name : rule.name(edge),
      file: edge.from,
      line: edge.import.line,
      says: `${kind} '${edge.import.specifier}'`,
    }))
}

function faultsOfCircles(graph: Map<string, string[]>): Fault[] {
  return findCircles(graph).map((circle) => ({
    rule: 'no-circle',
    file: [...circle].sort()[0] ?? '',
    line: 1,
    says: `imports itself by way of ${[...circle].sort().slice(1).join(', ') || 'itself'}`,
  }))
}
