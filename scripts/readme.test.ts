import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { variablesTable } from '@/lib/config'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const papers = [
  'README.md',
  'SECURITY.md',
  'THIRD-PARTY-NOTICES.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

describe('the papers', () => {
  it('show the variables that are read, as they are read', () => {
    expect(read('README.md')).toContain(variablesTable())
  })

  it.each(papers)('%s links to nothing that is not there', (paper) => {
    const links = [...read(paper).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((found) => found[1] ?? '')
    expect(links.filter((link) => !existsSync(path.join(root, path.dirname(paper), link)))).toEqual([])
  })

  it('name only commands that package.json has', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = papers.flatMap((paper) =>
      [...read(paper).matchAll(/npm run ([a-z:]+)|npm (test|start)\b/g)].map((found) => found[1] ?? found[2] ?? ''),
    )
    const known = new Set(Object.keys(scripts))
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it.each([
    ['README.md', '| guarantee | shown by |'],
    ['SECURITY.md', '| attack | defence | shown by |'],
  ])('%s: everything that is claimed is shown by a test', (paper, head) => {
    const rows = rowsAfter(read(paper), head)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => !/\.(test|spec)\.ts\)/.test(row))).toEqual([])
  })

  it('a known failure names a test by its own words, in a file that is linked beside it', () => {
    const rows = rowsAfter(read('docs/pitfalls.md'), '| what went wrong elsewhere | here |')
    expect(rows.length).toBeGreaterThan(25)
    const missing = rows.flatMap((row) => {
      const linked = [...row.matchAll(/\]\(\.\.\/([^)]+\.(?:test|spec)\.tsx?)\)/g)].map((found) => read(found[1] ?? ''))
      const named = [...row.matchAll(/«([^»]+)»/g)].map((found) => found[1] ?? '')
      return named.filter((name) => !linked.some((text) => text.includes(name)))
    })
    expect(missing).toEqual([])
  })

  it('give a reason for every dependency, at the version that is installed, and for no other', () => {
    const manifest: { [kind: string]: Record<string, string> } = JSON.parse(read('package.json'))
    const listed = [...read('docs/decisions/0008-dependencies.md').matchAll(/^\| `(.+?)`(?: \(tests\))? \| (\S+) \|/gm)]
    expect(listed.map((found) => `${found[1]} ${found[2]}`).sort()).toEqual(
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
        .map(([name, version]) => `${name} ${version}`)
        .sort(),
    )
  })

  it('show a tool of one’s own that compiles: the lines of the README are the ones that the example has', () => {
    const example = /```ts\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? ''
    expect(example.replace(/\s+/g, '')).toBe(read('scripts/readme/pay-invoice.ts').replace(/\s+/g, ''))
  })
})

/** The rows of the table that begins with `head`. */
function rowsAfter(paper: string, head: string): string[] {
  const [, table = ''] = paper.split(head)
  const [rows = ''] = table.split('\n\n')
  return rows.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
}
