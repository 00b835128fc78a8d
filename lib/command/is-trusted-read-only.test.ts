import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isTrustedReadOnly } from './index'

type Row = { script: string; trusted: boolean; why: string }

/** Our own list, written against seeds.md §2.4; the vectors of the whole room are run in lib/cli. */
const rows: Row[] = JSON.parse(readFileSync(new URL('./vectors/tricky-scripts.json', import.meta.url), 'utf8'))

describe('tricky scripts', () => {
  it('are at least 150, of both kinds', () => {
    expect(rows.length).toBeGreaterThanOrEqual(150)
    expect(rows.filter((row) => row.trusted).length).toBeGreaterThanOrEqual(50)
    expect(rows.filter((row) => !row.trusted).length).toBeGreaterThanOrEqual(100)
  })

  it.each(rows)('$script is trusted: $trusted ($why)', ({ script, trusted }) => {
    expect(isTrustedReadOnly(script)).toBe(trusted)
  })
})
