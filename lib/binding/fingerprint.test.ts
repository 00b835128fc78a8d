import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Binding, digest, fingerprint, type Json } from './index'

function aBinding(differing: Partial<Binding> = {}): Binding {
  return {
    tool: 'assign_shift',
    version: '1',
    inputs: { shift: 'S9', worker: 'W1' },
    user: 'maya',
    org: 'bar-co',
    ...differing,
  }
}

describe('fingerprint', () => {
  it('is the SHA-256 of the canonical text of inputs, org, tool, user and version', () => {
    const text =
      '{"inputs":{"shift":"S9","worker":"W1"},"org":"bar-co","tool":"assign_shift","user":"maya","version":"1"}'
    const hex = createHash('sha256').update(text, 'utf8').digest('hex')
    expect(fingerprint(aBinding())).toEqual({ ok: true, value: `jcs-sha256:${hex}` })
  })

  it('leaves out whatever else the value holds', () => {
    expect(fingerprint({ ...aBinding(), reason: 'because' } as Binding)).toEqual(fingerprint(aBinding()))
  })

  it('differs with the version alone', () => {
    expect(fingerprint(aBinding({ version: '2' }))).not.toEqual(fingerprint(aBinding()))
  })

  it('refuses an empty tool, user or organization, all at once', () => {
    const result = fingerprint(aBinding({ tool: '', user: '', org: '' }))
    expect(result).toMatchObject({ ok: false, error: { code: 'empty_field' } })
    expect(!result.ok && result.error.at.map(({ path }) => path)).toEqual(['$.tool', '$.user', '$.org'])
  })

  it.each<[string, string, Json, string]>([
    ['unsafe_number', 'a whole number beyond 2^53-1', { ids: [1, 1e21] }, '$.inputs.ids[1]'],
    ['unsafe_number', 'a number without a value', { n: Number.NaN }, '$.inputs.n'],
    ['lone_surrogate', 'half a pair', { s: '\ud83d' }, '$.inputs.s'],
    ['lone_surrogate', 'half a pair in a name', { '\udc00': 1 }, '$.inputs["\\udc00"]'],
  ])('refuses with %s inputs that no strict text could have held: %s', (code, _, inputs, path) => {
    const result = fingerprint(aBinding({ inputs }))
    expect(result).toMatchObject({ ok: false, error: { code, at: [{ path }] } })
  })

  it('refuses inputs deeper than the reader lets in', () => {
    let inputs: Json = 0
    for (let depth = 0; depth < 64; depth++) inputs = [inputs]
    expect(fingerprint(aBinding({ inputs })).ok).toBe(true)
    expect(fingerprint(aBinding({ inputs: [inputs] }))).toMatchObject({ ok: false, error: { code: 'too_deep' } })
  })

  it('refuses half a surrogate pair in a name of the binding', () => {
    expect(fingerprint(aBinding({ user: 'maya\ud800' }))).toMatchObject({
      ok: false,
      error: { code: 'lone_surrogate', at: [{ path: '$.user' }] },
    })
  })
})

it('a digest says how it was made, and hashes UTF-8', () => {
  const hex = createHash('sha256').update('{"é":"😀"}', 'utf8').digest('hex')
  expect(digest({ é: '😀' })).toBe(`jcs-sha256:${hex}`)
})
