import { generated, type Room } from '../rooms'
import type { Edge } from './edge'
import type { Surrounding } from './read-source'

type ImportRule = { name: string | ((edge: Edge) => string); forbids: (edge: Edge) => boolean }
type SurroundingRule = { name: string; forbids: (file: string, room: Room, what: Surrounding['what']) => boolean }

const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file) || isTesting(file)
/** What a room offers to the tests of others. */
const isTesting = (file: string) => /\/testing\.tsx?$/.test(file)
const isSpec = (file: string) => /^e2e\/.*\.spec\.tsx?$/.test(file)
const isTooling = (room: Room) => room.ring === 'tooling'
const isProduct = (edge: Edge) => !isTooling(edge.room) && !isTest(edge.from)

function isDoor(path: string, room: Room): boolean {
  if (room.doors === 'any file') return true
  return ['index.ts', 'testing.ts', ...(room.doors ?? []), ...(room.entries ?? [])].some(
    (door) => path === `${room.name}/${door}`,
  )
}

const packageIn = (edge: Edge, names: RegExp) => edge.to.kind === 'package' && names.test(edge.to.name)
const leavesTheCode = (edge: Edge, allowed: RegExp) =>
  edge.to.kind === 'node' || (edge.to.kind === 'package' && !allowed.test(edge.to.name))

/** Other rooms' files; null for imports inside a room, of packages and of generated code. */
function otherRoom(edge: Edge): { path: string; room: Room } | null {
  if (edge.to.kind !== 'file' || edge.toRoom === null || edge.toRoom === edge.room) return null
  return generated.test(edge.to.path) ? null : { path: edge.to.path, room: edge.toRoom }
}

const imports: ImportRule[] = [
  {
    // An import that cannot be followed is an edge that cannot be checked.
    name: 'resolvable',
    forbids: (edge) => edge.to.kind === 'nowhere' && !(isTooling(edge.room) && edge.import.specifier === '(computed)'),
  },
  {
    name: 'unknown-room',
    forbids: (edge) => edge.to.kind === 'file' && edge.toRoom === null && !/^(prisma|docs|public)\//.test(edge.to.path),
  },
  {
    // The table itself. Tests may look anywhere, through front doors.
    name: (edge) => `room:${edge.room.name}`,
    forbids: (edge) => {
      const other = otherRoom(edge)
      if (other === null || isTest(edge.from)) return false
      const known = edge.import.typeOnly ? [...edge.room.uses, ...(edge.room.types ?? [])] : edge.room.uses
      return !known.includes(other.room.name)
    },
  },
  {
    name: 'enter-by-index',
    forbids: (edge) => {
      const other = otherRoom(edge)
      // A room inside another shares its inside.
      return other !== null && !edge.room.name.startsWith(`${other.room.name}/`) && !isDoor(other.path, other.room)
    },
  },
  {
    // Importing an entry starts a server.
    name: 'entries-only-from-scripts',
    forbids: (edge) => {
      const { to, toRoom } = edge
      if (to.kind !== 'file' || isTooling(edge.room)) return false
      return toRoom?.entries?.some((entry) => to.path === `${toRoom.name}/${entry}`) ?? false
    },
  },
  {
    name: 'testing-only-in-tests',
    forbids: (edge) => edge.to.kind === 'file' && isTest(edge.to.path) && isProduct(edge),
  },
  {
    name: 'core-is-pure',
    forbids: (edge) =>
      edge.room.ring === 'core' &&
      isProduct(edge) &&
      leavesTheCode(edge, edge.room.name === 'lib/command' ? /^(@noble\/hashes|unbash)$/ : /^@noble\/hashes$/),
  },
  {
    name: 'use-cases-are-plain',
    forbids: (edge) => edge.room.ring === 'use cases' && isProduct(edge) && leavesTheCode(edge, /^zod$/),
  },
  {
    name: 'prisma-only-in-store',
    forbids: (edge) =>
      edge.room.name !== 'lib/store' &&
      !isTooling(edge.room) &&
      (packageIn(edge, /^(prisma|@prisma\/.*)$/) || (edge.to.kind === 'file' && generated.test(edge.to.path))),
  },
  {
    name: 'next-only-at-the-edge',
    forbids: (edge) => {
      if (!packageIn(edge, /^next(-auth)?$/) || edge.room.name === 'app' || isTooling(edge.room)) return false
      if (edge.room.name === 'lib/server' || edge.room.name === 'lib/identity/next-auth') return false
      return edge.room.name !== 'components' || !/^next\/(link|navigation|dynamic)$/.test(edge.import.specifier)
    },
  },
  {
    name: 'server-only-in-app',
    forbids: (edge) => packageIn(edge, /^server-only$/) && edge.room.name !== 'app',
  },
  {
    // A story of a person knows the screen, not what is behind it.
    name: 'specs-through-support',
    forbids: (edge) => isSpec(edge.from) && edge.to.kind === 'file' && !/^e2e\//.test(edge.to.path),
  },
  {
    name: 'package-is-declared',
    forbids: (edge) => {
      if (edge.to.kind !== 'package') return false
      const { product, development } = edge.tree.packages
      const types = edge.import.typeOnly && development.has(`@types/${edge.to.name}`)
      return !types && !product.has(edge.to.name) && !development.has(edge.to.name)
    },
  },
  {
    // `npm ci --omit=dev` must be able to serve.
    name: 'product-without-dev-packages',
    forbids: (edge) =>
      edge.to.kind === 'package' &&
      isProduct(edge) &&
      !edge.import.typeOnly &&
      edge.tree.packages.development.has(edge.to.name),
  },
]

const surroundings: SurroundingRule[] = [
  {
    name: 'environment-only-in-config',
    forbids: (file, room, what) =>
      what === 'environment' && room.name !== 'lib/config' && !isTooling(room) && !isTest(file),
  },
  {
    name: 'core-is-pure',
    forbids: (file, room, what) => room.ring === 'core' && !isTest(file) && what !== 'environment',
  },
]

/** The named rules; a name is what the checker prints and what its own test expects. */
export const rules = { imports, surroundings }
