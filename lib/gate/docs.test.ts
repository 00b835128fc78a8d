import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { proposedGate } from './index'

it('docs/gates.md shows an engine’s words in which the gate is found', () => {
  const page = readFileSync(new URL('../../docs/gates.md', import.meta.url), 'utf8')
  const [, example = ''] = page.split('```json\n')
  const { kind: _kind, ...inputs } = JSON.parse(example.slice(0, example.indexOf('```'))) as { [name: string]: Json }
  expect(proposedGate(inputs)).toMatchObject({ ok: true, value: { prompt: 'Release the payout run?' } })
})
