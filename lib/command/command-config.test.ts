import { describe, expect, it } from 'vitest'
import { parseCommandConfig } from './index'

describe('a configuration', () => {
  it('is the default one for null, and for an empty object', () => {
    expect(parseCommandConfig(null)).toEqual(parseCommandConfig({}))
    expect(parseCommandConfig(null)).toMatchObject({ ok: true, value: { approval: 'never', launcher: 'discover' } })
  })

  it('names every field at fault at once, each with its place', () => {
    const read = parseCommandConfig({
      aproval: 'never',
      containment: 'none',
      max_output_bytes: 1.5,
      launcher: { a: 1 },
    })
    expect(read).toMatchObject({ ok: false, error: { code: 'bad_config' } })
    expect(read.ok ? [] : read.error.at.map((fault) => fault.path)).toEqual([
      '$.containment',
      '$.launcher',
      '$.max_output_bytes',
      '$.aproval',
    ])
  })

  it.each([[[]], ['never'], [undefined], [1], [true]])('is not %j', (value) => {
    expect(parseCommandConfig(value)).toMatchObject({ ok: false, error: { at: [{ path: '$' }] } })
  })

  it.each([
    ['foreground_timeout_secs', 0],
    ['foreground_timeout_secs', 1.5],
    ['foreground_timeout_secs', '60'],
    ['background_timeout_secs', -1],
    ['background_timeout_secs', null],
    ['max_output_bytes', 2 ** 53],
    ['max_output_bytes', Number.POSITIVE_INFINITY],
    ['writable_roots', '/tmp'],
    ['writable_roots', ['/tmp', 1]],
    ['approval', null],
    ['approval', 'UNTRUSTED'],
    ['__proto__x', 1],
  ])('refuses %s: %j', (name, value) => {
    expect(parseCommandConfig({ [name]: value })).toMatchObject({ ok: false, error: { at: [{ path: `$.${name}` }] } })
  })
})
