import { isBuiltin } from 'node:module'
import path from 'node:path'
import { generated } from '../rooms'
import { computed, type Import } from './read-source'
import type { Tree } from './read-tree'

/** Where an import leads: a file of ours, a package, a module of Node, or nowhere that can be checked. */
export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string; specifier: string }
  | { kind: 'node'; name: string }
  | { kind: 'nowhere' }

/** Follows an import the way `moduleResolution: bundler` does, with the alias `@/` for the root. */
export function resolveImport(from: string, { specifier }: Import, tree: Tree): Target {
  if (specifier === computed) return { kind: 'nowhere' }
  if (specifier.startsWith('@/')) return ourFile(specifier.slice(2), tree)
  if (/^\.\.?(\/|$)/.test(specifier)) return ourFile(path.posix.join(path.posix.dirname(from), specifier), tree)
  if (isBuiltin(specifier)) return { kind: 'node', name: specifier }
  if (/^[@a-z0-9]/i.test(specifier)) return { kind: 'package', name: packageOf(specifier), specifier }
  return { kind: 'nowhere' }
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const endings = ['', '.ts', '.tsx', '.mts', '.d.ts', '.mjs', '.js', '/index.ts', '/index.tsx']

function ourFile(wanted: string, tree: Tree): Target {
  const plain = path.posix.normalize(wanted).replace(/\/$/, '')
  // Made by `prisma generate`, perhaps not yet.
  if (generated.test(`${plain}/`)) return { kind: 'file', path: plain }
  const found = endings.map((ending) => plain + ending).find((candidate) => tree.files.has(candidate))
  return found === undefined ? { kind: 'nowhere' } : { kind: 'file', path: found }
}
