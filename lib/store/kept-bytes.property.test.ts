import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalize, fingerprint, type Json, parseStrictJson } from '@/lib/binding'
import { type Database, openDatabase, tokens } from './index'
import { type TestDatabase, testDatabase } from './testing'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await testDatabase()
  database = openDatabase(test.url)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme-composite' }).filter((value) => {
  const read = parseStrictJson(JSON.stringify(value))
  return read.ok
})

it('what comes back is byte for byte what was hashed, null and odd texts among it (pitfall A-64)', async () => {
  const store = tokens(database, (bytes) => randomBytes(bytes))
  const documents: Json[] = [
    null,
    '',
    '\u0000',
    { '\u0000': '\\u0000' },
    { b: 1, a: 1.5 },
    [],
    {},
    ...(fc.sample(anyJson, 1_000) as Json[]),
  ]
  for (let from = 0; from < documents.length; from += 20)
    await Promise.all(
      documents.slice(from, from + 20).map(async (inputs) => {
        const binding = { tool: 't', version: '1', inputs, user: 'u', org: 'o' }
        const issued = await store.issue(binding, null, new Date(Date.now() + 60_000), 'cnf')
        const redeemed = issued.ok ? await store.redeem(issued.value, 'u', 'o') : null
        expect(redeemed?.inputs).toBe(canonicalize(inputs))
        const again = parseStrictJson(redeemed?.inputs ?? 'nothing')
        if (!again.ok) throw new Error('cannot be read back')
        expect(fingerprint({ ...binding, inputs: again.value })).toEqual(fingerprint(binding))
      }),
    )
  const [row] = await test.query<{ count: number }>('select count(distinct fingerprint)::int as count from tokens')
  expect(row?.count).toBe(new Set(documents.map(canonicalize)).size)
})
