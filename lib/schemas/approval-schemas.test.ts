import { describe, expect, it } from 'vitest'
import { canonicalize, type Json } from '@/lib/binding'
import { browserJudge } from './browser'
import { acceptSchema, judge } from './index'
import { compilePattern } from './patterns'

type Schema = { [keyword: string]: Json }

/** The places at which a schema is refused when it is proposed; empty where it is accepted. */
function refusedAt(schema: Schema): string[] {
  const found = acceptSchema(schema)
  return found.ok ? [] : found.error.at.map(({ path }) => path)
}

/** The violations of an answer: the server's list, which has to be the browser's as well. */
function violations(schema: Schema, answer: Json) {
  const found = acceptSchema(schema)
  if (!found.ok) throw new Error(`refused: ${JSON.stringify(found.error.at)}`)
  const judged = judge(answer, found.value)
  const inBrowser = browserJudge(found.value.compiled.plain, schema, compilePattern).faults(answer)
  expect(inBrowser.length === 0).toBe(judged.ok)
  return judged.ok ? [] : judged.error.at
}

const fits = (schema: Schema, answer: Json) => violations(schema, answer).length === 0

describe('a schema is accepted or refused when it is proposed, never later (A-16, A-20, A-21, A-25, A-30)', () => {
  it.each<[string, Schema, string[]]>([
    ['a type that is none', { type: 'object', properties: { a: { type: 'number ' } } }, ['$.properties.a.type']],
    ['a required that is no list', { required: 'a' }, ['$.required']],
    ['an unknown language', { $schema: 'https://example.com/schema' }, ['$.$schema']],
    [
      'a reference to the network',
      { properties: { a: { $ref: 'http://169.254.169.254/x' } } },
      ['$.properties.a.$ref'],
    ],
    ['a reference to a file', { $ref: 'file:///etc/passwd' }, ['$.$ref']],
    ['a reference to nothing', { $ref: '#/$defs/none' }, ['$.$ref']],
    ['a reference that is no address', { $ref: 'http://[' }, ['$.$ref']],
    ['a reference into a text', { title: 'x', $ref: '#/title' }, ['$.$ref']],
    ['a reference to itself', { $ref: '#' }, ['$']],
    [
      'two that refer to each other',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } },
      ['$'],
    ],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }, ['$.properties.a.pattern']],
    ['a pattern of names that is none', { patternProperties: { '(': {} } }, ['$.patternProperties.(']],
    ['a language inside that is another', { $defs: { a: { $schema: 'http://json-schema.org/draft-04/schema#' } } }, []],
  ])('%s', (_name, schema, places) => {
    expect(refusedAt(schema)).toEqual(places)
  })

  it.each<[string, Json, string]>([
    ['type', 'oject', 'must be one of: "array", "boolean", "integer", "null", "number", "object", "string"'],
    ['type', 5, 'must be one of: "array", "boolean", "integer", "null", "number", "object", "string"'],
    ['items', 5, 'must be an object or true or false (boolean)'],
  ])('what is wrong at one place is said once: %s %j', (keyword, held, message) => {
    const found = acceptSchema({ [keyword]: held })
    expect(found.ok ? [] : found.error.at).toEqual([{ path: `$.${keyword}`, message }])
  })

  it.each<[string, boolean]>([
    ['^https\\:\\/\\/', true],
    ['[0-9a-f]{8}\\-[0-9a-f]{4}', true],
    ['[\\w-_]', true],
    ['^\\p{Letter}+$', true],
    ['^.{1,255}$', true],
    ['\\A\\d+\\Z', false],
    ['(?i)abc', false],
    ['^(?P<y>\\d+)$', false],
    ['^(?>a)$', false],
    ['^(?=.*[A-Z]).+$', false],
    ['^(a)\\1$', false],
  ])('the pattern %s: %s', (pattern, isAccepted) => {
    expect(refusedAt({ type: 'string', pattern }).length === 0).toBe(isAccepted)
  })

  it('vendor keywords and formats do not stand in the way; a slip of the pen is pointed at', () => {
    const found = acceptSchema({
      type: 'object',
      'x-origin': 'fastmcp',
      nullable: true,
      properties: { n: { type: 'integer', format: 'uint32', minimun: 1 } },
    })
    expect(found.ok && found.value.compiled.warnings).toEqual([
      { path: '$.nullable', message: 'is not a keyword of this draft, and constrains nothing' },
      { path: '$.properties.n.minimun', message: 'is not a keyword of this draft, and constrains nothing' },
      { path: '$.properties.n.format', message: 'uint32 is not a format known here, and constrains nothing' },
    ])
  })
})

describe('a default that cannot be answered is pointed at', () => {
  const remarks = (schema: Schema) => {
    const found = acceptSchema(schema)
    return found.ok ? found.value.compiled.warnings.map(({ path }) => path) : ['refused']
  }

  it('at its place, through references and in lists', () => {
    const a = { type: 'string', default: 7 }
    expect(remarks({ type: 'object', properties: { a, b: { ...a, default: 'fits' } } })).toEqual([
      '$.properties.a.default',
    ])
    expect(remarks({ $defs: { n: { type: 'number' } }, items: { $ref: '#/$defs/n', default: 'x' } })).toEqual([
      '$.items.default',
    ])
    expect(remarks({ anyOf: [{ const: 1 }, { enum: [2], default: 3 }] })).toEqual(['$.anyOf[1].default'])
    expect(remarks({ type: 'object', required: ['x'], default: {} })).toEqual(['$.default'])
  })

  it('in bounded time, however many defaults there are and however large', () => {
    const each = { type: 'array', items: { enum: [{ k: 1 }] }, default: Array.from({ length: 200 }, () => ({ k: 2 })) }
    const properties = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`p${n}`, each]))
    const began = performance.now()
    expect(remarks({ type: 'object', properties }).length).toBeLessThanOrEqual(20)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe('drafts by their `$schema`, in every spelling (A-16)', () => {
  it.each([
    ['http://json-schema.org/draft-04/schema#', { minimum: 3, exclusiveMinimum: true }],
    ['https://json-schema.org/draft-04/schema', { minimum: 3, exclusiveMinimum: true }],
    ['http://json-schema.org/draft-06/schema#', { exclusiveMinimum: 3 }],
    ['https://json-schema.org/draft-06/schema#', { exclusiveMinimum: 3 }],
    ['http://json-schema.org/draft-07/schema#', { exclusiveMinimum: 3 }],
    ['https://json-schema.org/draft-07/schema#', { exclusiveMinimum: 3 }],
    ['https://json-schema.org/draft/2019-09/schema', { exclusiveMinimum: 3 }],
    ['http://json-schema.org/draft/2020-12/schema#', { exclusiveMinimum: 3 }],
    [undefined, { exclusiveMinimum: 3 }],
  ])('%s', ($schema, limit) => {
    const schema = { ...($schema === undefined ? {} : { $schema }), ...limit }
    expect([fits(schema, 3), fits(schema, 3.5)]).toEqual([false, true])
  })

  it('a keyword counts only in the drafts that have it', () => {
    expect(fits({ $schema: 'http://json-schema.org/draft-04/schema#', const: 1 }, 2)).toBe(true)
    expect(
      fits(
        { $schema: 'http://json-schema.org/draft-06/schema#', if: true, else: true, dependentRequired: { a: ['b'] } },
        { a: 1 },
      ),
    ).toBe(true)
    expect(fits({ $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [false] }, [1])).toBe(true)
  })

  it('`format` is asserted in drafts 4 to 7 and without `$schema`, and an annotation after that', () => {
    const date = { format: 'date' }
    for (const draft of ['draft-04', 'draft-06', 'draft-07'])
      expect(fits({ $schema: `http://json-schema.org/${draft}/schema#`, ...date }, 'x')).toBe(false)
    expect(fits(date, 'x')).toBe(false)
    for (const draft of ['2019-09', '2020-12'])
      expect(fits({ $schema: `https://json-schema.org/draft/${draft}/schema`, ...date }, 'x')).toBe(true)
  })
})

describe('what people would be surprised by', () => {
  it.each([8.69, 1.11, 0.14, 143.48, 19.99, 0.07, 0, -8.69, 1e15])('%d is a multiple of 0.01 (A-24)', (amount) => {
    expect(fits({ multipleOf: 0.01 }, amount)).toBe(true)
  })

  it.each([8.695, 0.001, 143.485])('%d is none', (amount) => {
    expect(fits({ multipleOf: 0.01 }, amount)).toBe(false)
  })

  it('two schemas with one `$id` do not meet (A-22)', () => {
    const one = { $id: 'https://acme.example/gate', type: 'object', required: ['a'] }
    const other = { ...one, required: ['b'] }
    expect([fits(one, { a: 1 }), fits(other, { a: 1 }), fits(other, { b: 1 }), fits(one, { b: 1 })]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s counts only where it was sent (A-27)',
    (name) => {
      const schema: Schema = JSON.parse(
        `{"type":"object","required":["${name}"],"properties":{"${name}":{"type":"number"}}}`,
      )
      expect(fits(schema, {})).toBe(false)
      expect(fits(schema, JSON.parse(`{"${name}":1}`))).toBe(true)
      expect(fits(schema, JSON.parse(`{"${name}":"x"}`))).toBe(false)
      expect(fits({ type: 'object', additionalProperties: false }, JSON.parse(`{"${name}":1}`))).toBe(false)
    },
  )

  it('judging changes nothing: defaults are not filled in (A-28)', () => {
    const schema = {
      anyOf: [{ type: 'object', properties: { code: { type: 'integer', default: 503 } } }, { type: 'null' }],
    }
    const answer = { other: 1 }
    const before = canonicalize(answer)
    expect(fits(schema, answer)).toBe(true)
    expect(canonicalize(answer)).toBe(before)
  })

  it('a failed choice is one violation, whatever its branches would say', () => {
    const schema = {
      properties: { a: { oneOf: [{ $ref: '#/$defs/x' }, { type: 'string' }] }, b: { $ref: '#/$defs/x' } },
      $defs: { x: { type: 'object', required: ['y', 'z'] } },
    }
    expect(violations(schema, { a: {}, b: {} }).map(({ path, message }) => `${path} ${message}`)).toEqual([
      '$.a fits none of the forms it may have, or more than one',
      '$.b "y" is missing',
      '$.b "z" is missing',
    ])
  })
})
