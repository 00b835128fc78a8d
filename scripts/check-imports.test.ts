import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkTree } from './check-imports/check-tree'
import { readSource } from './check-imports/read-source'
import { readTree, type Tree } from './check-imports/read-tree'
import { faultsOfTable, rooms } from './rooms'

const root = path.join(import.meta.dirname, '..')
const tree = readTree(root)

/** Every front door is there, also of rooms that are still to come. */
const doors = rooms.map((room) => `${room.name}/index.ts`)

/** The tree with these files added to it; nothing is written. */
function planted(files: Record<string, string>): Tree {
  const sources = new Map(tree.sources)
  for (const [file, text] of Object.entries(files)) sources.set(file, readSource(file, `${text}\nexport {}\n`))
  return { ...tree, sources, files: new Set([...tree.files, ...doors, ...Object.keys(files)]) }
}

const bad: [rule: string, what: string, files: Record<string, string>][] = [
  ['room:lib/confirmation', 'a value', { 'lib/confirmation/x.ts': "import '@/lib/inbox'" }],
  ['room:lib/binding', 'a type', { 'lib/binding/x.ts': "import type { Policy } from '@/lib/policy'" }],
  ['room:lib/binding', 'a type among values', { 'lib/binding/x.ts': "import { type Policy } from '@/lib/policy'" }],
  ['room:lib/binding', 'a type in place', { 'lib/binding/x.ts': "export type P = import('@/lib/policy').Policy" }],
  ['room:lib/binding', 'an export of a type', { 'lib/binding/x.ts': "export type { Policy } from '@/lib/policy'" }],
  ['room:lib/binding', 'an export of all', { 'lib/binding/x.ts': "export * from '@/lib/policy'" }],
  [
    'room:lib/binding',
    'an import at run time',
    { 'lib/binding/x.ts': "export const p = await import('@/lib/policy')" },
  ],
  ['room:lib/binding', 'a require', { 'lib/binding/x.ts': "export const p = require('@/lib/policy')" }],
  ['room:lib/binding', 'an import by a relative path', { 'lib/binding/x.ts': "import '../policy'" }],
  ['room:lib/notify', 'one adapter from another', { 'lib/notify/x.ts': "import '@/lib/store'" }],
  ['room:lib/http', 'the type of another adapter', { 'lib/http/x.ts': "import type { Config } from '@/lib/config'" }],
  ['room:lib/tools', 'the samples', { 'lib/tools/x.ts': "import './samples'", 'lib/tools/samples/index.ts': '' }],
  ['room:lib/identity', 'next-auth from the pages’ side', { 'lib/identity/x.ts': "import '@/lib/identity/next-auth'" }],
  ['room:lib/client', 'the inbox as a value', { 'lib/client/x.ts': "import { makeInbox } from '@/lib/inbox'" }],
  ['room:components', 'a TSX file', { 'components/x.tsx': "import '@/lib/server'\nexport const X = () => <b>x</b>" }],
  [
    'room:components',
    'a type in a TSX file',
    { 'components/x.tsx': "import type { Composition } from '@/lib/server'" },
  ],
  ['room:components', 'a page', { 'components/x.tsx': "import '@/app/x'", 'app/x.tsx': '' }],
  ['room:app', 'an adapter', { 'app/x.tsx': "import '@/lib/store'" }],
  ['room:app', 'the inbox as a value', { 'app/x.tsx': "import { makeInbox } from '@/lib/inbox'" }],
  ['room:app', 'the environment’s reader from the proxy', { 'proxy.ts': "import '@/lib/config'" }],
  ['room:lib/inbox', 'a script', { 'lib/inbox/x.ts': "import '@/scripts/rooms'" }],
  ['core-is-pure', 'a module of Node', { 'lib/binding/x.ts': "import 'node:fs'" }],
  ['core-is-pure', 'a module of Node without its prefix', { 'lib/binding/x.ts': "import 'crypto'" }],
  ['core-is-pure', 'the type of a package', { 'lib/policy/x.ts': "import type { ZodType } from 'zod'" }],
  ['core-is-pure', 'the clock', { 'lib/policy/x.ts': 'export const now = () => Date.now()' }],
  ['core-is-pure', 'the clock by a constructor', { 'lib/policy/x.ts': 'export const now = () => new Date()' }],
  ['core-is-pure', 'randomness', { 'lib/policy/x.ts': 'export const lot = () => globalThis.crypto.randomUUID()' }],
  ['core-is-pure', 'the network', { 'lib/policy/x.ts': "export const lot = () => fetch('http://127.0.0.1')" }],
  ['use-cases-are-plain', 'a module of Node', { 'lib/inbox/x.ts': "import 'node:crypto'" }],
  ['use-cases-are-plain', 'a package', { 'lib/tools/x.ts': "import 'hono'" }],
  ['prisma-only-in-store', 'the client', { 'lib/notify/x.ts': "import '@/prisma/generated/client'" }],
  [
    'prisma-only-in-store',
    'the type of the client',
    { 'components/x.tsx': "import type { PrismaClient } from '@/prisma/generated/client'" },
  ],
  ['prisma-only-in-store', 'the package', { 'lib/server/x.ts': "import '@prisma/client'" }],
  ['next-only-at-the-edge', 'in an adapter', { 'lib/identity/x.ts': "import 'next-auth'" }],
  ['next-only-at-the-edge', 'headers in a component', { 'components/x.tsx': "import 'next/headers'" }],
  ['server-only-in-app', 'below the app', { 'lib/server/x.ts': "import 'server-only'" }],
  ['enter-by-index', 'a file inside', { 'lib/inbox/x.ts': "import '@/lib/result/result'" }],
  ['enter-by-index', 'a file inside, from a test', { 'lib/inbox/x.test.ts': "import '@/lib/result/result'" }],
  ['enter-by-index', 'a file inside, from a script', { 'scripts/x.ts': "import '@/lib/result/result'" }],
  ['entries-only-from-scripts', 'the front', { 'app/x.tsx': "import '@/lib/server/front'", 'lib/server/front.ts': '' }],
  [
    'testing-only-in-tests',
    'what is there for tests',
    { 'lib/policy/testing.ts': 'export const aPolicy = 1', 'lib/policy/x.ts': "import './testing'" },
  ],
  ['resolvable', 'a room that does not exist', { 'lib/policy/x.ts': "import '@/lib/nowhere'" }],
  ['resolvable', 'a computed path', { 'lib/policy/x.ts': 'export const p = (x: string) => import(x)' }],
  ['unknown-room', 'a drawer', { 'lib/utils/x.ts': 'export const a = 1' }],
  [
    'no-circle',
    'by types only',
    {
      'lib/result/x.ts': "import type { B } from './y'\nexport type A = B",
      'lib/result/y.ts': "import type { A } from './x'\nexport type B = A | 1",
    },
  ],
  ['specs-through-support', 'a spec', { 'e2e/x.spec.ts': "import '@/lib/store'" }],
  ['specs-through-support', 'the type in a spec', { 'e2e/x.spec.ts': "import type { Inbox } from '@/lib/inbox'" }],
  ['core-is-pure', 'the shell parser elsewhere', { 'lib/policy/x.ts': "import 'unbash'" }],
  ['environment-only-in-config', 'in a server', { 'lib/server/x.ts': 'export const url = process.env.DATABASE_URL' }],
  ['environment-only-in-config', 'in a page', { 'app/x.tsx': "export const X = () => <b>{process['env'].X}</b>" }],
  ['environment-only-in-config', 'by import', { 'lib/store/x.ts': "import { env } from 'node:process'" }],
  ['package-is-declared', 'a guest of another package', { 'lib/http/x.ts': "import 'left-pad'" }],
  ['product-without-dev-packages', 'a dev dependency', { 'lib/http/x.ts': "import 'vite'" }],
  ['readable', 'broken code', { 'lib/http/x.ts': 'const = 1' }],
]

const good: [what: string, files: Record<string, string>][] = [
  ['a type of the inbox in a component', { 'components/x.tsx': "import type { Inbox } from '@/lib/inbox'" }],
  ['a link in a component', { 'components/x.tsx': "import Link from 'next/link'\nexport { Link }" }],
  ['any front door in a test', { 'lib/result/x.test.ts': "import '@/lib/inbox'\nimport 'node:fs'" }],
  ['what is there for tests in a test', { 'lib/http/x.test.ts': "import '@/lib/identity/testing'" }],
  [
    'the hashes in the core',
    { 'lib/policy/x.ts': "import { sha256 } from '@noble/hashes/sha2.js'\nexport { sha256 }" },
  ],
  ['the shell parser in its room', { 'lib/command/x.ts': "import { parse } from 'unbash'\nexport { parse }" }],
  ['a given time in the core', { 'lib/policy/x.ts': 'export const day = (iso: string) => new Date(iso)' }],
  ['the entry in a script', { 'scripts/x.ts': "import '@/lib/server/front'", 'lib/server/front.ts': '' }],
]

const rulesOf = (files: Record<string, string>) =>
  checkTree(planted(files))
    .filter((fault) => Object.keys(files).includes(fault.file))
    .map((fault) => fault.rule)

describe('the import check bites', () => {
  test.each(bad)('%s catches %s', (rule, _what, files) => {
    expect(rulesOf(files)).toContain(rule)
  })

  test.each(good)('%s is allowed', (_what, files) => {
    expect(rulesOf(files)).toEqual([])
  })

  test('a row that names a row below it is a fault of the table', () => {
    expect(faultsOfTable(rooms)).toEqual([])
    expect(faultsOfTable([...rooms].reverse())).not.toEqual([])
  })
})

describe('the command', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'countersign-imports-'))
  afterAll(() => rmSync(copy, { recursive: true }))
  const skipped = /(^|\/)(node_modules|\.git|\.next|\.data|dist|generated)$/
  cpSync(root, copy, { recursive: true, filter: (file) => !skipped.test(path.relative(root, file)) })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const run = (folder: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/check-imports.ts', folder], {
      cwd: root,
      encoding: 'utf8',
    })

  test('finds nothing wrong with this repository, and sees it', () => {
    const { status, stdout } = run(copy)
    expect(stdout).toMatch(/^\d{2,} modules seen, 0 faults\n$/)
    expect(status).toBe(0)
  })

  test('fails by its exit code and names the rule, the file and the line', () => {
    mkdirSync(path.join(copy, 'components'), { recursive: true })
    writeFileSync(path.join(copy, 'components/x.tsx'), "\nimport type { S } from '@/lib/store'\nexport type X = S\n")
    writeFileSync(path.join(copy, 'lib/result/x.ts'), "import '@/lib/policy'\n")
    const { status, stdout } = run(copy)
    expect(stdout).toContain("components/x.tsx:2 room:components: imports the type of '@/lib/store'")
    expect(stdout).toContain("lib/result/x.ts:1 room:lib/result: imports '@/lib/policy'")
    expect(status).toBe(1)
  })

  test('a folder in which it sees next to nothing is not a clean repository', () => {
    const empty = path.join(copy, 'docs')
    writeFileSync(path.join(empty, 'package.json'), '{}')
    expect(run(empty).status).toBe(1)
  })
})
