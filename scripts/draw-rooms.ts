/**
 * Draws the table of rooms into docs/architecture.md: `tsx scripts/draw-rooms.ts [--check]`
 *
 * An arrow that a longer way already implies is left out. With `--check` nothing is written, and a drawing that does
 * not match the table is a fault.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Room, rooms } from './rooms'

const file = path.join(import.meta.dirname, '../docs/architecture.md')
const begin = '<!-- rooms: drawn by scripts/draw-rooms.ts -->'
const end = '<!-- /rooms -->'

if (import.meta.filename === path.resolve(process.argv[1] ?? '')) {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : `# Architecture\n\n${begin}\n${end}\n`
  const drawn = intoPage(page, drawing(rooms))
  const isFresh = drawn === page && existsSync(file)
  if (!process.argv.includes('--check')) writeFileSync(file, drawn)
  else if (!isFresh) {
    console.log('docs/architecture.md does not show the table of rooms: run `npx tsx scripts/draw-rooms.ts`')
    process.exitCode = 1
  }
}

/** The table as a Mermaid flowchart, tooling left out; dotted: known by its types only. */
export function drawing(table: Room[]): string {
  const shown = table.filter((room) => room.ring !== 'tooling')
  const rings = [...new Set(shown.map((room) => room.ring))].reverse()
  return [
    'flowchart TD',
    ...rings.flatMap((ring) => [
      `  subgraph ${idOf(ring)}["${ring}"]`,
      ...shown.filter((room) => room.ring === ring).map((room) => `    ${idOf(room.name)}["${room.name}"]`),
      '  end',
    ]),
    ...shown.flatMap((room) => [
      ...direct(room, shown).map((used) => `  ${idOf(room.name)} --> ${idOf(used)}`),
      ...(room.types ?? []).map((known) => `  ${idOf(room.name)} -. types .-> ${idOf(known)}`),
    ]),
  ].join('\n')
}

/** Puts the drawing between the markers of a page; a page without markers gets them at its end. */
function intoPage(page: string, mermaid: string): string {
  const marked = page.includes(begin) ? page : `${page.trimEnd()}\n\n${begin}\n${end}\n`
  const [before = '', rest = ''] = marked.split(begin)
  const after = rest.slice(rest.indexOf(end))
  return `${before}${begin}\n\`\`\`mermaid\n${mermaid}\n\`\`\`\n${after}`
}

function direct(room: Room, table: Room[]): string[] {
  return room.uses.filter((used) => !room.uses.some((other) => other !== used && reach(other, table).has(used)))
}

function reach(from: string, table: Room[]): Set<string> {
  const uses = table.find((room) => room.name === from)?.uses ?? []
  return new Set(uses.flatMap((used) => [used, ...reach(used, table)]))
}

function idOf(name: string): string {
  return name.replace(/\W/g, '_')
}
