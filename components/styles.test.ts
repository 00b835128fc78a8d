import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
const sheets = files.filter((file) => file.endsWith('.module.css'))
const tokens = readFileSync(fileURLToPath(new URL('../app/globals.css', import.meta.url)), 'utf8')

it('every style stands in a layer and takes its colours from the tokens', () => {
  expect(sheets.length).toBeGreaterThan(15)
  for (const file of sheets) {
    const css = readFileSync(`${here}${file}`, 'utf8')
    expect(css.replace(/\/\*.*?\*\//gs, '').trimStart(), file).toMatch(/^@layer /)
    expect(css, file).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i)
    for (const [, name] of css.matchAll(/var\((--[\w-]+)/g)) expect(tokens, `${file}: ${name}`).toContain(`${name}:`)
  }
})

it('no component sets a style attribute: the content security policy allows none', () => {
  for (const file of files.filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx')))
    expect(readFileSync(`${here}${file}`, 'utf8'), file).not.toMatch(/\bstyle=|dangerouslySetInnerHTML/)
})

it('every class that a component names is there', () => {
  for (const file of files.filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))) {
    const source = readFileSync(`${here}${file}`, 'utf8')
    for (const [, local, path] of source.matchAll(/import (\w+) from '(.+\.module\.css)'/g)) {
      const css = readFileSync(new URL(path ?? '', `file://${here}${file}`), 'utf8')
      for (const [, name] of source.matchAll(new RegExp(`\\b${local}\\.(?!module)(\\w+)`, 'g')))
        expect(new RegExp(`\\.${name}\\b`).test(css), `${file}: ${name}`).toBe(true)
    }
  }
})
