import { describe, expect, it } from 'vitest'
import { type Json, parseStrictJson } from '@/lib/binding'
import type { JsonSchema } from '@/lib/tools'
import { compileInputs } from './compile-inputs'

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
const paths = (schema: JsonSchema, value: Json) => compileInputs(schema)(value).map(({ path }) => path)

describe('a violation names the place at fault, in plain words', () => {
  it.each<[string, JsonSchema, Json, string, string]>([
    ['a missing property', object({ a: { type: 'string' } }, { required: ['a'] }), {}, '$.a', 'is missing'],
    ['a property too many', object({}), { 'a b': 1 }, '$["a b"]', 'is not known here'],
    ['a type', object({ a: { type: 'integer' } }), { a: 1.5 }, '$.a', 'must be a whole number'],
    ['one of two types', { type: ['string', 'null'] }, 1, '$', 'must be a text or null'],
    ['an entry of a list', { type: 'array', items: { type: 'string' } }, ['x', 1], '$[1]', 'must be a text'],
    ['a name that looks like an index', object({ '1': { type: 'string' } }), { '1': 1 }, '$["1"]', 'must be a text'],
    ['a name with a slash', object({ 'a/~b': { type: 'string' } }), { 'a/~b': 1 }, '$.a/~b', 'must be a text'],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, 'c', '$', 'must be one of: "a", "b"'],
    ['a length', { type: 'string', maxLength: 1 }, '😀😀', '$', 'must have at most 1 characters'],
    ['a limit', { type: 'number', minimum: 2 }, 1, '$', 'must be at least 2'],
    ['a format', { type: 'string', format: 'date' }, '2026-02-30', '$', 'must be a date'],
    [
      'a name',
      { type: 'object', propertyNames: { pattern: '^a' } },
      { b: 1 },
      '$.b',
      'is not a name that may stand here',
    ],
  ])('%s', (_name, schema, value, path, message) => {
    expect(compileInputs(schema)(value)).toContainEqual({ path, message })
  })

  it('fits: nothing', () => {
    expect(compileInputs(object({ a: { type: 'string', maxLength: 1 } }))({ a: '😀' })).toEqual([])
  })

  it('all at once, sorted by code point, at most 20', () => {
    const schema = object({}, { required: [] })
    expect(paths(schema, { '😀': 1, '\ufffd': 1, b: 1, a: 1 })).toEqual(['$.a', '$.b', '$.\ufffd', '$.😀'])
    expect(
      paths(
        { type: 'array', items: { type: 'string' } },
        Array.from({ length: 500 }, () => 1),
      ),
    ).toHaveLength(20)
  })

  it('a failed choice of forms is one violation at the value', () => {
    const schema = object({
      a: { anyOf: [{ type: 'string', minLength: 2 }, { $ref: '#/$defs/n' }] },
      b: { oneOf: [object({ x: { type: 'number' } }), object({ y: { type: 'number' } })] },
      c: { type: 'string' },
    })
    expect(
      paths({ ...schema, $defs: { n: { type: 'number', minimum: 5 } } }, { a: 1, b: { x: '', z: 1 }, c: 1 }),
    ).toEqual(['$.a', '$.b', '$.c'])
  })
})

describe('names that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is missing where it was not sent, and found where it was',
    (name) => {
      const known = {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' } },
        additionalProperties: false,
      }
      const sent = parseStrictJson(`{"a":"x","${name}":1}`)
      expect(sent.ok && paths(known, sent.value)).toEqual([`$.${name}`])
      const required = JSON.parse(`{"type":"object","required":["${name}"],"properties":{"${name}":{"type":"number"}}}`)
      expect(paths(required, {})).toEqual([`$.${name}`])
    },
  )
})

describe('a schema with a mistake does not compile', () => {
  it.each<[string, JsonSchema]>([
    ['an unknown keyword', { type: 'string', maxLenght: 1 }],
    ['a keyword in another place', { type: 'object', minLength: 1 }],
    [
      'a required property that is not described',
      { type: 'object', required: ['nmae'], properties: { name: { type: 'string' } } },
    ],
    ['an unknown format', { type: 'string', format: 'day' }],
    ['a pattern that is none', { type: 'string', pattern: '(' }],
    ['a reference to somewhere else', { $ref: 'https://schemas.example/a.json' }],
    ['a reference to nothing', { $ref: '#/$defs/none' }],
    ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'string' }],
    ['a type that is none', { type: 'text' }],
    [
      'a value taken from the data',
      { type: 'object', properties: { a: { type: 'number', maximum: { $data: '/b' } } } },
    ],
  ])('%s', (_name, schema) => {
    expect(() => compileInputs(schema)).toThrow()
  })
})

describe('drafts', () => {
  it.each(['http', 'https'].map((scheme) => [scheme]))('7 by %s, where a list of items is a tuple', (scheme) => {
    const $schema = `${scheme}://json-schema.org/draft-07/schema#`
    const schema = { $schema, type: 'array', items: [{ type: 'string' }], minItems: 1, additionalItems: false }
    expect(paths(schema, [1])).toEqual(['$[0]'])
    expect(paths({ $schema, type: 'string', format: 'date' }, 'x')).toEqual(['$'])
  })

  it('2020-12 where it is declared, with format as an annotation, and where none is', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    expect(paths({ $schema, type: 'string', format: 'date' }, 'x')).toEqual([])
    expect(paths({ type: 'string', format: 'date' }, 'x')).toEqual(['$'])
    const tuple = { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: false }
    expect(paths(tuple, [1])).toEqual(['$[0]'])
  })

  it('two schemas with one $id do not meet', () => {
    const a = compileInputs({ $id: 'https://schemas.example/x', type: 'string' })
    const b = compileInputs({ $id: 'https://schemas.example/x', type: 'number' })
    expect([a('x'), b(1)]).toEqual([[], []])
  })
})
