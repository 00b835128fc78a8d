#!/usr/bin/env node
// The command-line client: what was built where there is a build, else the sources. Never leaves with code 0 by mistake.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

process.exitCode = 77
const root = path.join(import.meta.dirname, '..')
const built = path.join(root, 'dist/countersign.js')
if (!existsSync(built)) {
  const { register } = await import('tsx/esm/api')
  register({ tsconfig: path.join(root, 'tsconfig.json') })
}
const { main } = await import(pathToFileURL(existsSync(built) ? built : path.join(root, 'lib/cli/main.ts')).href)
process.exitCode = await main(process.argv.slice(2))
