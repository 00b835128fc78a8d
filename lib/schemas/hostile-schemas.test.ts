import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { acceptSchema, judge } from './index'

/** No stall over 100 ms: of this process's own work, since the tests share the machine; the best of three counts. */
const STALL_MS = 100

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

// A process that has just started reads everything for the first time; the server does this before it listens.
beforeAll(() => {
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
  ])('%s', (_name, make, answer, verdict) => {
    const { ms, verdicts } = quickest(make, answer)
    expect(verdicts).toEqual([verdict])
    expect(ms).toBeLessThan(STALL_MS)
  })

  it('a text of 200,000 characters, whatever its format', () => {
    for (const format of ['email', 'uri', 'uri-template', 'url', 'regex', 'ipv6', 'duration', 'byte', 'hostname'])
      for (const text of ['a'.repeat(200_000), '(('.repeat(100_000), `${'a.'.repeat(100_000)}@`])
        expect(quickest((title) => ({ title, format }), text).ms).toBeLessThan(STALL_MS)
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
