import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonicalize, type Json } from '@/lib/binding'
import { acceptSchema, judge } from './index'

/** No stall over 100 ms on a machine of its own: of this process's own work, the best of three. */
const STALL_MS = 100

/** A fixed piece of work, and how long it takes where nothing else runs. */
const PACE = Array.from({ length: 4_000 }, (_, k) => ({ k, text: `entry ${k}`, list: [k, { deep: k }] }))
const PACE_MS = 9

/** What 100 ms are here and now: a shared core, or a slower one, does everything slower. */
function stallHere(): number {
  const start = process.cpuUsage()
  canonicalize(PACE)
  const { user, system } = process.cpuUsage(start)
  return STALL_MS * Math.max(1, (user + system) / 1_000 / PACE_MS)
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

// A process that has just started reads everything for the first time; the server does this before it listens.
beforeAll(() => {
  for (let n = 0; n < 5; n++) stallHere()
  for (let n = 0; n < 30; n++) {
    const schema = acceptSchema({ properties: { a: { type: 'string', pattern: `^a{1,${n + 1}}$`, title: `${n}` } } })
    if (schema.ok) judge({ a: 'b' }, schema.value)
  }
})

/** Proposes and answers, three times with a schema not seen before; the least work that it was. */
function quickest(make: (salt: string) => Json, answer: Json): { ms: number; verdicts: string[] } {
  const times: number[] = []
  const verdicts = ['one', 'two', 'three'].map((salt) => {
    const proposed = make(salt)
    const start = process.cpuUsage()
    const schema = acceptSchema(proposed)
    const verdict = schema.ok ? (judge(answer, schema.value).ok ? 'fits' : 'does not fit') : 'refused'
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
    return verdict
  })
  return { ms: Math.min(...times), verdicts: [...new Set(verdicts)] }
}

function nested(levels: number, salt: string): Json {
  let schema: Json = { title: salt }
  for (let n = 0; n < levels; n++) schema = { properties: { a: schema } }
  return schema
}

const many = (n: number, each: (n: number) => Json): Json =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i}`, each(i)]))

const objects = (n: number): Json[] => Array.from({ length: n }, (_, k) => ({ k }))

describe('nothing stalls for more than 100 ms', () => {
  it.each<[string, (salt: string) => Json, Json, string]>([
    ['^(a+)+$', (title) => ({ title, pattern: '^(a+)+$' }), `${'a'.repeat(60_000)}!`, 'does not fit'],
    ['^(a|a)*$', (title) => ({ title, pattern: '^(a|a)*$' }), `${'a'.repeat(60_000)}!`, 'does not fit'],
    [
      'a pattern that unfolds',
      (title) => ({ title, pattern: '^(.{1,30}x?){1,30}$' }),
      'y'.repeat(60_000),
      'does not fit',
    ],
    [
      'a pattern that unfolds beyond that',
      (title) => ({ title, pattern: '((a{1,100}){1,100}){1,100}' }),
      'a',
      'refused',
    ],
    ['5,000 levels', (salt) => nested(5_000, salt), {}, 'refused'],
    ['200,000 levels', (salt) => nested(200_000, salt), {}, 'refused'],
    ['50,000 members', (title) => ({ title, properties: many(50_000, () => ({})) }), {}, 'refused'],
    [
      '1,000 members',
      (title) => ({ title, properties: many(1_000, (n) => ({ type: 'string', minLength: n })) }),
      {},
      'fits',
    ],
    [
      '120 members',
      (title) => ({ title, properties: many(120, (n) => ({ type: 'string', minLength: n })) }),
      {},
      'fits',
    ],
    ['500 patterns', (title) => ({ title, properties: many(500, (n) => ({ pattern: `^a{${n}}$` })) }), {}, 'refused'],
    [
      'two branches each, thirty deep',
      (title) => ({
        title,
        $ref: '#/$defs/d0',
        $defs: Object.fromEntries(
          Array.from({ length: 30 }, (_, n) => [
            `d${n}`,
            n === 29 ? { type: 'string' } : { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
          ]),
        ),
      }),
      1,
      'does not fit',
    ],
    [
      'two branches each, as deep as the answer',
      (title) => ({
        title,
        anyOf: [
          { properties: { a: { $ref: '#' } }, required: ['b'] },
          { properties: { a: { $ref: '#' } }, required: ['c'] },
        ],
      }),
      Array.from({ length: 60 }).reduce<Json>((a) => ({ a }), {}),
      'does not fit',
    ],
    [
      'defaults that each take long to check',
      (title) => ({
        title,
        properties: many(40, () => ({
          items: { anyOf: Array.from({ length: 10 }, (_, n) => ({ const: `${n}` })) },
          default: Array.from({ length: 300 }, (_, id) => id),
        })),
      }),
      {},
      'fits',
    ],
    [
      '20,000 objects that must differ',
      (title) => ({ title, type: 'array', uniqueItems: true }),
      Array.from({ length: 20_000 }, (_, id) => ({ id })),
      'fits',
    ],
    [
      '20,000 wrong entries',
      (title) => ({ title, type: 'array', items: { type: 'string' } }),
      Array.from({ length: 20_000 }, () => 1),
      'does not fit',
    ],
    [
      '9,000 entries of one kind among 6,000 objects',
      (title) => ({ title, type: 'array', items: { enum: objects(6_000) } }),
      Array.from({ length: 9_000 }, () => ({ k: 5_999 })),
      'fits',
    ],
    [
      'the same asked three times over',
      (title) => ({
        title,
        type: 'array',
        $defs: { one: { enum: objects(6_000) } },
        items: { allOf: [{ $ref: '#/$defs/one' }, { $ref: '#/$defs/one' }, { $ref: '#/$defs/one' }] },
      }),
      Array.from({ length: 9_000 }, () => ({ k: 5_999 })),
      'fits',
    ],
    [
      'none of 8,500 entries among 6,000 objects',
      (title) => ({ title, type: 'array', contains: { enum: objects(6_000) } }),
      Array.from({ length: 8_500 }, () => ({ k: -1 })),
      'does not fit',
    ],
    [
      '15,000 entries, each one of 9,000 words',
      (title) => ({ title, type: 'array', items: { enum: Array.from({ length: 9_000 }, (_, n) => `w${n}`) } }),
      Array.from({ length: 15_000 }, () => 'w8999'),
      'fits',
    ],
    [
      '15,000 entries, none of them one of 9,000 words',
      (title) => ({ title, type: 'array', items: { enum: Array.from({ length: 9_000 }, (_, n) => `w${n}`) } }),
      Array.from({ length: 15_000 }, () => 'other'),
      'does not fit',
    ],
    [
      'a large value that must be one thing, asked 140 times over',
      (title) => ({
        title,
        $defs: { one: { const: objects(3_000) } },
        allOf: Array.from({ length: 140 }, () => ({ $ref: '#/$defs/one' })),
      }),
      objects(3_000),
      'does not fit',
    ],
    [
      '1,000 entries that each should be one large thing',
      (title) => ({ title, type: 'array', items: { const: objects(6_000) } }),
      Array.from({ length: 1_000 }, () => [1]),
      'does not fit',
    ],
    ...[
      ['the length of a long text', { maxLength: 250_000 }, 'a'.repeat(200_000)],
      ['the format of a text', { format: 'uri' }, `https://a.example/${'a'.repeat(1_900)}`],
      ['many objects that must differ', { uniqueItems: true }, objects(15_000)],
      ['many members', { minProperties: 1, required: ['p1'] }, many(18_000, () => 1)],
    ].map(([what, leaf, answer]): [string, (salt: string) => Json, Json, string] => [
      `${what}, asked 16,384 times over`,
      (title) => ({
        title,
        $ref: '#/$defs/d0',
        $defs: Object.fromEntries(
          Array.from({ length: 15 }, (_, n) => [
            `d${n}`,
            n === 14 ? (leaf as Json) : { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
          ]),
        ),
      }),
      answer as Json,
      'does not fit',
    ]),
    [
      'twice itself, as deep as the answer',
      (title) => ({
        title,
        allOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }],
      }),
      Array.from({ length: 60 }).reduce<Json>((a) => ({ a }), {}),
      'does not fit',
    ],
    [
      'by its name and by a pattern, as deep as the answer',
      (title) => ({ title, properties: { a: { $ref: '#' } }, patternProperties: { '^a': { $ref: '#' } } }),
      Array.from({ length: 60 }).reduce<Json>((a) => ({ a }), {}),
      'does not fit',
    ],
    [
      '5,000 dependent members, for each of 20,000 objects',
      (title) => ({ title, type: 'array', items: { dependentRequired: many(5_000, () => ['x']) } }),
      Array.from({ length: 20_000 }, () => ({})),
      'fits',
    ],
    [
      '5,000 missing members, of each of 20,000 objects',
      (title) => ({ title, type: 'array', items: { required: Array.from({ length: 5_000 }, (_, n) => `p${n}`) } }),
      Array.from({ length: 20_000 }, () => ({})),
      'does not fit',
    ],
    [
      '120 members asked for in each of 20,000 objects',
      (title) => ({ title, type: 'array', items: { properties: many(120, () => ({ type: 'string' })) } }),
      Array.from({ length: 20_000 }, () => ({})),
      'fits',
    ],
  ])('%s', (_name, make, answer, verdict) => {
    const { ms, verdicts } = quickest(make, answer)
    expect(verdicts).toEqual([verdict])
    expect(ms).toBeLessThan(stallHere())
  })

  it.each([
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
  ])('thousands of choices, of requirements, of types, in %s', ($schema) => {
    const words = Array.from({ length: 9_000 }, (_, n) => `w${n}`)
    for (const rule of [{ enum: objects(2_500) }, { enum: words }, { required: words }, { type: words }] as Json[])
      expect(quickest((title) => ({ $schema, title, ...(rule as object) }), null).ms).toBeLessThan(stallHere())
  })

  it('a text of 200,000 characters, whatever its format', () => {
    for (const format of ['email', 'uri', 'uri-template', 'url', 'regex', 'ipv6', 'duration', 'byte', 'hostname'])
      for (const text of ['a'.repeat(200_000), '(('.repeat(100_000), `${'a.'.repeat(100_000)}@`])
        expect(quickest((title) => ({ title, format }), text).ms).toBeLessThan(stallHere())
  })
})

describe('memory', () => {
  it('is flat after 10,000 different schemas (A-23)', () => {
    const ask = (n: number) => {
      const schema = acceptSchema({ $id: 'https://acme.example/gate', properties: { a: { const: n } } })
      if (!schema.ok || !judge({ a: n }, schema.value).ok || judge({ a: -1 }, schema.value).ok)
        throw new Error(`wrong at ${n}`)
    }
    for (let n = 0; n < 500; n++) ask(n)
    const before = heapMb()
    for (let n = 500; n < 10_500; n++) ask(n)
    expect(heapMb() - before).toBeLessThan(20)
  }, 120_000)
})

function heapMb(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}
