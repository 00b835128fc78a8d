import { describe, expect, it } from 'vitest'
import { MAX_JSON_BYTES, parseStrictJson } from './index'

function refusalOf(text: string) {
  const result = parseStrictJson(text)
  return result.ok ? null : { code: result.error.code, paths: result.error.at.map(({ path }) => path) }
}

function messageOf(text: string) {
  const result = parseStrictJson(text)
  return result.ok ? null : result.error.at[0]?.message
}

function readingOf(text: string) {
  const result = parseStrictJson(text)
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}

describe('names', () => {
  it('refuses a name that stands twice, at any depth, however it is spelt', () => {
    expect(refusalOf('{"a":1,"a":1}')).toEqual({ code: 'duplicate_key', paths: ['$.a'] })
    expect(refusalOf('[{"b":{"id":1,"\\u0069d":2}}]')).toEqual({ code: 'duplicate_key', paths: ['$[0].b.id'] })
    expect(refusalOf('{"":1,"":2}')).toEqual({ code: 'duplicate_key', paths: ['$[""]'] })
    expect(refusalOf('{"__proto__":1,"__proto__":2}')).toEqual({ code: 'duplicate_key', paths: ['$.__proto__'] })
  })

  it('takes names of the object prototype as names, and lets none of them reach a prototype', () => {
    const value = readingOf('{"__proto__":{"admin":true},"constructor":1,"toString":2,"hasOwnProperty":3}')
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value).not.toHaveProperty('admin')
    expect({}).not.toHaveProperty('admin')
  })
})

describe('numbers', () => {
  it.each([
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993',
    '9007199254740992.0',
    '1e21',
    '1E30',
    '-1e+16',
    '0.9007199254740993e17',
    '1e309',
    '-1e309',
    '1e-400',
    '-0.0000001e-999',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
  ])('refuses %s, which a double does not hold', (literal) => {
    expect(refusalOf(`{"n":[${literal}]}`)).toEqual({ code: 'unsafe_number', paths: ['$.n[0]'] })
  })

  it.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740991.0', 9007199254740991],
    ['90071992547409.91e2', 9007199254740991],
    ['0', 0],
    ['0e999', 0],
    ['0.000', 0],
    ['1.5', 1.5],
    ['5e-1', 0.5],
    ['333333333.33333329', 333333333.3333333],
    ['5e-324', 5e-324],
  ])('takes %s', (literal, value) => {
    expect(readingOf(literal)).toBe(value)
  })

  it('takes minus zero', () => {
    expect(readingOf('-0')).toBe(-0)
    expect(readingOf('-0.0e5')).toBe(-0)
  })

  it('advises to send a long id as a string, and does not repeat a number without end', () => {
    expect(messageOf('2512292042121000001')).toBe('2512292042121000001 is not exact; send it as a string')
    expect(messageOf('9'.repeat(100_000))?.length).toBeLessThan(100)
  })
})

describe('surrogates', () => {
  it.each([
    ['{"s":"\\udc00"}', '$.s'],
    ['{"s":"\\ud83d"}', '$.s'],
    ['{"s":"\\ude00\\ud83d"}', '$.s'],
    ['{"s":"x\ud83dx"}', '$.s'],
    ['"\\ud83d\\ud83d\\ude00"', '$'],
    ['{"\\ud83d":1}', '$["\\ud83d"]'],
  ])('refuses half of a pair: %j', (text, path) => {
    expect(refusalOf(text)).toEqual({ code: 'lone_surrogate', paths: [path] })
  })

  it('takes a whole pair, escaped, plain, or half and half', () => {
    for (const text of ['"\\ud83d\\ude00"', '"😀"', '"\\ud83d\ude00"', '"\ud83d\\ude00"'])
      expect(readingOf(text)).toBe('😀')
  })
})

describe('limits', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it('reads 64 containers within each other and refuses 65, lists or objects', () => {
    expect(parseStrictJson(nested(64)).ok).toBe(true)
    expect(refusalOf(nested(65))).toEqual({ code: 'too_deep', paths: [`$${'[0]'.repeat(64)}`] })
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`
    expect(parseStrictJson(objects(64)).ok).toBe(true)
    expect(refusalOf(objects(65))).toMatchObject({ code: 'too_deep' })
  })

  it('refuses a hostile depth without running out of stack', () => {
    expect(refusalOf('['.repeat(MAX_JSON_BYTES))).toMatchObject({ code: 'too_deep' })
    expect(refusalOf('{"a":'.repeat(50_000))).toMatchObject({ code: 'too_deep' })
  })

  it('counts bytes of UTF-8, not characters', () => {
    const ascii = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`
    expect(parseStrictJson(ascii(MAX_JSON_BYTES)).ok).toBe(true)
    expect(refusalOf(ascii(MAX_JSON_BYTES + 1))).toEqual({ code: 'too_large', paths: ['$'] })
    const euros = `"${'€'.repeat(MAX_JSON_BYTES / 3)}"`
    expect(euros.length).toBeLessThan(MAX_JSON_BYTES / 2)
    expect(refusalOf(euros)).toEqual({ code: 'too_large', paths: ['$'] })
  })

  it('reports twenty faults at most', () => {
    expect(refusalOf(`[${Array(500).fill('1e400').join()}]`)?.paths).toHaveLength(20)
  })
})

describe('syntax', () => {
  it('takes the empty text as null, and nothing else that is empty', () => {
    expect(readingOf('')).toBeNull()
    for (const text of [' ', '\t\n', '\u00a0', '\ufeff']) expect(refusalOf(text)?.code).toBe('malformed_json')
  })

  it.each([
    '{"a":1',
    '{"a":1,}',
    '[1,]',
    '[,1]',
    '[1 2]',
    "{'a':1}",
    '{a:1}',
    '{"a" 1}',
    '{"a":}',
    '{1:1}',
    '01',
    '-',
    '+1',
    '1.',
    '.5',
    '1e',
    '0x10',
    'NaN',
    'Infinity',
    '-Infinity',
    'nul',
    'True',
    'undefined',
    '1 x',
    '{}{}',
    '"a',
    '"a\tb"',
    '"\\x41"',
    '"\\u12g4"',
    '"\\u123"',
    '"\\',
    '"\\"',
    '// a\n1',
    '\ufeff{}',
    '[1]\u0000',
    '[1]\u2028',
    '[\u00a01]',
    ']',
    '{"a":1}}',
  ])('refuses %j as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(refusalOf(text)?.code).toBe('malformed_json')
  })

  it('says where the first fault stands: place, line and column', () => {
    const result = parseStrictJson('{\n  "a": [1,\n    x]}')
    expect(result).toEqual({
      ok: false,
      error: {
        code: 'malformed_json',
        at: [{ path: '$.a[1]', message: 'line 3, column 5: expected a value, found «x»' }],
      },
    })
    expect(messageOf('{"a":\u202e}')).toBe('line 1, column 6: expected a value, found U+202E')
    expect(messageOf('["a"')).toBe('line 1, column 5: expected a comma or ], found the end')
  })

  it('puts a fault of syntax before faults of meaning, and gathers all of the latter', () => {
    expect(refusalOf('{"a":1e400,"a":2')?.code).toBe('malformed_json')
    expect(refusalOf('{"a":1e400,"b":["\\ud800",0],"a":2}')).toEqual({
      code: 'unsafe_number',
      paths: ['$.a', '$.b[0]', '$.a'],
    })
  })
})
