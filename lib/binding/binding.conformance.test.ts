import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalize, fingerprint, parseStrictJson } from './index'

/** The folder that the variable names, else our own copies. */
const shared = process.env.COUNTERSIGN_VECTORS

function read(inShared: string, own: string): string {
  return readFileSync(shared ? `${shared}/${inShared}` : new URL(`./vectors/${own}`, import.meta.url), 'utf8')
}

type Call = { tool: string; user: string; org: string; inputs_raw: string }
type Vector = {
  id: string
  why: string
  input: { issue: Call; resolve: Call }
  expect: { resolves: boolean; refused?: boolean }
}

const vectors: Vector[] = JSON.parse(read('conformance/binding.json', 'binding.json'))

/** The fingerprint of a call as the vectors give it; null where its text or its binding is refused. */
function fingerprintOf(call: Call): string | null {
  const inputs = parseStrictJson(call.inputs_raw)
  if (!inputs.ok) return null
  const made = fingerprint({ tool: call.tool, version: '1', inputs: inputs.value, user: call.user, org: call.org })
  return made.ok ? made.value : null
}

describe('token_fingerprint vectors', () => {
  it('are all here', () => expect(vectors.length).toBeGreaterThanOrEqual(48))

  it.each(vectors)('$id: $why', ({ input, expect: expected }) => {
    const issued = fingerprintOf(input.issue)
    expect(issued === null).toBe(expected.refused ?? false)
    expect(issued !== null && issued === fingerprintOf(input.resolve)).toBe(expected.resolves)
  })
})

describe('RFC 8785 test data', () => {
  const input = (name: string) => read(`data/jcs/input/${name}.json`, `jcs.${name}.input.json`)
  const output = (name: string) => read(`data/jcs/output/${name}.json`, `jcs.${name}.output.json`)

  it.each(['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])('%s: byte for byte', (name) => {
    const bytes = new TextEncoder().encode(canonicalize(JSON.parse(input(name))))
    expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(output(name), 'utf8').toString('hex'))
  })

  it.each(['arrays', 'french', 'structures', 'unicode', 'weird'])('%s: read strictly, the same', (name) => {
    const strictly = parseStrictJson(input(name))
    expect(strictly.ok && canonicalize(strictly.value)).toBe(output(name))
  })

  it('values: the strict reader refuses its 1E30, and only that', () => {
    expect(parseStrictJson(input('values'))).toMatchObject({
      ok: false,
      error: { code: 'unsafe_number', at: [{ path: '$.numbers[1]' }] },
    })
  })
})
