import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { generated } from '../rooms'
import { readSource, type Source } from './read-source'

/** The repository as the checker sees it; paths are relative to its root, with forward slashes. */
export type Tree = {
  sources: Map<string, Source>
  /** Every file, also those without imports (styles, data). */
  files: Set<string>
  packages: { product: Set<string>; development: Set<string> }
}

const code = /\.[cm]?[jt]sx?$/
const skipped = new Set(['node_modules', '.git', '.next', '.data', 'dist', 'test-results', 'playwright-report'])

/** Reads every source file below `root`, whether it is committed yet or not. */
export function readTree(root: string): Tree {
  const files = new Set(walk(root, ''))
  const sources = new Map<string, Source>()
  for (const file of files)
    if (code.test(file) && !generated.test(file))
      sources.set(file, readSource(file, readFileSync(path.join(root, file), 'utf8')))
  return { sources, files, packages: readPackages(root) }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (skipped.has(entry.name)) return []
    return entry.isDirectory() ? walk(root, name) : [name]
  })
}

function readPackages(root: string): Tree['packages'] {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return { product: namesIn(manifest, 'dependencies'), development: namesIn(manifest, 'devDependencies') }
}

function namesIn(manifest: unknown, field: string): Set<string> {
  if (typeof manifest !== 'object' || manifest === null) return new Set()
  return new Set(Object.keys(Object.getOwnPropertyDescriptor(manifest, field)?.value ?? {}))
}
