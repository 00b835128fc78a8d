/**
 * Which room may import which? The import graph of this repository, as data.
 *
 * One table feeds the checker (check-imports.ts), the test that proves the checker bites and the drawing in
 * docs/architecture.md. It stands bottom-up: a row may name only rows above it, so a circle cannot be written down.
 */
export type Room = {
  /** The folder, which is the room's name. The longest name that fits a file owns it. */
  name: string
  ring: 'core' | 'use cases' | 'adapters' | 'edges' | 'screens' | 'tooling'
  /** Rooms whose front door it may import. */
  uses: string[]
  /** Rooms it may know by their types only. */
  types?: string[]
  /** Front doors beside `index.ts`. `'any file'`: the room is a folder of pieces without one door. */
  doors?: string[] | 'any file'
  /** Files that start a process: only scripts may name them. */
  entries?: string[]
}

// Values in, values out: no framework, clock, randomness, environment, I/O. Each may import those before it.
const core = [
  'lib/result',
  'lib/binding',
  'lib/confirmation',
  'lib/gate',
  'lib/plan',
  'lib/command',
  'lib/policy',
  'lib/request',
  'lib/audit',
]
const useCases = [...core, 'lib/tools', 'lib/organization', 'lib/record', 'lib/inbox']
// Islands: none imports another.
const adapters = ['lib/store', 'lib/schemas', 'lib/notify', 'lib/identity', 'lib/http', 'lib/config']
const moreDoors: Record<string, string[]> = {
  'lib/store': ['embedded/index.ts', 'migrate/index.ts'],
}
const product = [...useCases, 'lib/tools/samples', 'lib/tools/own', ...adapters, 'lib/server', 'lib/cli', 'lib/client']

export const rooms: Room[] = [
  ...core.map((name, place): Room => ({ name, ring: 'core', uses: core.slice(0, place) })),
  { name: 'lib/tools', ring: 'use cases', uses: core },
  { name: 'lib/organization', ring: 'use cases', uses: [...core, 'lib/tools'] },
  { name: 'lib/record', ring: 'use cases', uses: core },
  { name: 'lib/inbox', ring: 'use cases', uses: [...core, 'lib/tools'] },
  { name: 'lib/tools/samples', ring: 'adapters', uses: [...core, 'lib/tools'] },
  { name: 'lib/tools/own', ring: 'adapters', uses: [...core, 'lib/tools'] },
  ...adapters.map((name): Room => ({ name, ring: 'adapters', uses: useCases, doors: moreDoors[name] ?? [] })),
  { name: 'lib/identity/next-auth', ring: 'adapters', uses: [...useCases, 'lib/identity'] },
  // What of the validators goes into a browser: none of Ajv.
  { name: 'lib/schemas/browser', ring: 'adapters', uses: [...useCases, 'lib/schemas'] },
  { name: 'lib/client', ring: 'edges', uses: core, types: ['lib/inbox'] },
  {
    name: 'lib/server',
    ring: 'edges',
    uses: [...useCases, 'lib/tools/samples', 'lib/tools/own', ...adapters],
    types: ['lib/identity/next-auth'],
    entries: ['front.ts', 'start.ts'],
  },
  {
    name: 'lib/cli',
    ring: 'edges',
    uses: [...core, 'lib/config'],
    types: ['lib/inbox'],
    entries: ['main.ts'],
  },
  {
    name: 'components',
    ring: 'screens',
    uses: [...core, 'lib/client', 'lib/schemas/browser'],
    types: ['lib/inbox', 'lib/organization', 'lib/record'],
    doors: 'any file',
  },
  {
    name: 'app',
    ring: 'screens',
    uses: [...core, 'lib/client', 'lib/server', 'lib/identity/next-auth', 'components'],
    types: ['lib/inbox', 'lib/organization', 'lib/record'],
    doors: 'any file',
  },
  { name: 'scripts', ring: 'tooling', uses: product, doors: 'any file' },
  { name: 'bench', ring: 'tooling', uses: [...product, 'scripts'], doors: 'any file' },
  {
    name: 'e2e',
    ring: 'tooling',
    uses: [...product, 'lib/identity/next-auth', 'lib/schemas/browser', 'components', 'scripts'],
    doors: 'any file',
  },
  // The tools' own config files beside package.json.
  { name: '.', ring: 'tooling', uses: ['scripts', 'e2e', 'lib/config'], doors: 'any file' },
]

/** Files at the top that are the app's, because Next wants them there. */
const appFiles = ['proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts']
/** Made by tools; they hold no thought of ours. */
export const generated = /^(prisma\/generated\/|\.next\/|next-env\.d\.ts$)/

/** Finds the room that owns a file; null where the table knows none. */
export function roomOf(file: string): Room | null {
  if (appFiles.includes(file)) return roomNamed('app')
  if (!file.includes('/')) return roomNamed('.')
  const owners = rooms.filter((room) => file.startsWith(`${room.name}/`))
  return owners.sort((a, b) => b.name.length - a.name.length)[0] ?? null
}

function roomNamed(name: string): Room | null {
  return rooms.find((room) => room.name === name) ?? null
}

/** Says what is wrong with the table itself: a row that names a row below it, or none. */
export function faultsOfTable(table: Room[]): string[] {
  const names = table.map((room) => room.name)
  return table.flatMap((room, place) =>
    [...room.uses, ...(room.types ?? [])]
      .filter((used) => names.indexOf(used) === -1 || names.indexOf(used) >= place)
      .map((used) => `${room.name} may not name ${used}: it does not stand above it`),
  )
}
