import { forEachChild, type SyntaxNode } from 'unbash'
import { hiddenIn } from './hidden-characters'
import type { ReadingNote } from './reading-note'
import { notesOf, programsIn } from './reading-rules'
import { lineFinder, linesOf } from './script-lines'
import { syntaxOf } from './syntax'

/** What a script is and what it does, as far as it can be read. `hidden` counts characters that do not show. */
export type Reading = {
  lines: number
  characters: number
  hidden: number
  programs: string[]
  notes: ReadingNote[]
  /** Notes that found no room. */
  more: number
}

const MAX_NOTES = 80
const MAX_PROGRAMS = 40

/**
 * Reads a script for a person: programs called, files redirected to, the network, deletions, other users,
 * substitutions, hidden characters.
 *
 * From the script alone, never from what an agent says of it; the same script always reads the same. It can miss
 * things: a script can hide what it does from every reader. What is bad is never what finds no room.
 */
export function readingOf(script: string): Reading {
  const lines = linesOf(script)
  const { count, notes: hidden } = hiddenIn(lines)
  const lineAt = lineFinder(script)
  const found: ReadingNote[] = [...hidden]
  const programs = new Set<string>()
  for (const { node, parent, from, to } of placedNodes(script)) {
    const place = { from: lineAt(from), to: lineAt(Math.max(from, to - 1)) }
    for (const note of notesOf(node, parent)) found.push({ ...place, ...note })
    for (const program of programsIn(node)) programs.add(program)
  }
  const notes = joined(found)
  const kept = new Set(
    [...notes].sort((a, b) => WEIGHTS.indexOf(b.weight) - WEIGHTS.indexOf(a.weight)).slice(0, MAX_NOTES),
  )
  return {
    lines: lines.length,
    characters: [...script].length,
    hidden: count,
    programs: [...programs].slice(0, MAX_PROGRAMS),
    notes: notes.filter((note) => kept.has(note)),
    more: notes.length - kept.size,
  }
}

const WEIGHTS = ['plain', 'mark', 'bad']

/** What is said of several lines in a row in the same words is said once. */
function joined(found: readonly ReadingNote[]): ReadingNote[] {
  const notes: ReadingNote[] = []
  const last = new Map<string, ReadingNote>()
  for (const note of [...found].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const said = JSON.stringify([note.finding, note.detail])
    const same = last.get(said)
    if (same !== undefined && note.from <= same.to + 1) same.to = Math.max(same.to, note.to)
    else {
      notes.push(note)
      last.set(said, note)
    }
  }
  return notes
}

type Placed = { node: SyntaxNode; parent: SyntaxNode | null; from: number; to: number }

/** Every node with its place in the script. What stands in backticks has a text of its own: its place is the whole. */
function* placedNodes(script: string): Generator<Placed> {
  const root = syntaxOf(script)
  const waiting: (Placed & { fixed: boolean })[] = [
    { node: root, parent: null, from: 0, to: script.length, fixed: false },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, from, to } = next
    yield next
    const children: SyntaxNode[] = []
    forEachChild(node, (child) => children.push(child))
    for (const child of children.reverse()) {
      const fixed = next.fixed || (child.type === 'Script' && child.source !== undefined)
      waiting.push({ node: child, parent: node, from: fixed ? from : child.pos, to: fixed ? to : child.end, fixed })
    }
  }
}
