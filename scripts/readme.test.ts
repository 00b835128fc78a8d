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

  it('the tests that guarantees point to are there: every row of the table has one', () => {
    const [, table = ''] = read('README.md').split('| guarantee | shown by |')
    const rows =
      table
        .split('\n\n')[0]
        ?.split('\n')
        .filter((line) => line.startsWith('| ') && !line.startsWith('| ---')) ?? []
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => !/\.(test|spec)\.ts\)/.test(row))).toEqual([])
  })

  it('show a tool of one’s own that compiles: the lines of the README are the ones that the example has', () => {
    const example = /```ts\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? ''
    expect(example.replace(/\s+/g, '')).toBe(read('scripts/readme/pay-invoice.ts').replace(/\s+/g, ''))
  })
})
