import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anyText, HIDDEN } from '@/lib/confirmation/testing'
import { LongText, Text } from './text'

const evil = anyText('</bdi>', '<script>', '&lt;', '<span class="chr">U+0041 A</span>', 'U+202E')

const ENTITIES: { [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" }

/** Reads a drawn text back: each chip is its character, everything else is as it stands. */
function readBack(html: string): string {
  return html
    .replace(/<span[^>]*>U\+([0-9A-F]+) [^<]*<\/span>/g, (_, code: string) => `<${code}>`)
    .replace(/<\/?bdi[^>]*>/g, '')
    .replace(/<([0-9A-F]+)>|&(#?\w+);/g, (all, code?: string, entity?: string) =>
      code !== undefined ? String.fromCodePoint(Number.parseInt(code, 16)) : (ENTITIES[entity ?? ''] ?? all),
    )
}

function expectHonest(value: string, lines: boolean) {
  const html = renderToStaticMarkup(<Text value={value} lines={lines} />)
  expect(HIDDEN.test(lines ? html.replaceAll('\n', '') : html)).toBe(false)
  expect(html.match(/<bdi/g)).toHaveLength(1)
  expect(readBack(html)).toBe(value)
}

it('a text on a screen hides, turns and controls nothing, and leaves nothing out, whatever it holds', () => {
  fc.assert(
    fc.property(evil, fc.boolean(), (value, lines) => expectHonest(value, lines)),
    { numRuns: 300 },
  )
})

it('that is so of every character that Unicode has, and of samples of those it may get', () => {
  let block = ''
  for (let code = 0; code <= 0x10_ffff; code++) {
    const character = String.fromCodePoint(code)
    if (/[\p{Cn}\p{Co}]/u.test(character) && code % 101 !== 0) continue
    block += `a${character}`
    if (block.length < 8_192 && code < 0x10_ffff) continue
    expectHonest(block, false)
    block = ''
  }
  if (block !== '') expectHonest(block, false)
})

it('a cut text says how many characters are hidden, and holds them all', () => {
  fc.assert(
    fc.property(evil, fc.integer({ min: 0, max: 30 }), (value, limit) => {
      const html = renderToStaticMarkup(<LongText value={value} limit={limit} />)
      const [shown = '', folded] = html.split(/<details[^>]*>/)
      const [summary = '', rest = ''] = (folded ?? '</summary>').replace('</details>', '').split('</summary>')
      const hidden = [...value].length - limit
      if (hidden <= 0) expect(folded).toBeUndefined()
      else expect(summary).toMatch(new RegExp(`<summary>${hidden} more characters? (is|are) hidden`))
      expect(HIDDEN.test(html)).toBe(false)
      expect(readBack(shown) + readBack(rest)).toBe(value)
      expect([...readBack(shown)].length).toBe(Math.min(limit, [...value].length))
    }),
  )
})
