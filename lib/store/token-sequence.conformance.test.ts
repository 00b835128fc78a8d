import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, parseStrictJson } from '@/lib/binding'
import { type Database, openDatabase, tokens } from './index'
import { type TestDatabase, testDatabase } from './testing'

/** The folder that the variable names, else our own copies. */
const shared = process.env.COUNTERSIGN_VECTORS
const read = (name: string) =>
  JSON.parse(
    readFileSync(shared ? `${shared}/conformance/${name}` : new URL(`./vectors/${name}`, import.meta.url), 'utf8'),
  )

type Call = { tool: string; inputs_raw: string; user: string; org: string }
type Issue = Call & { token: string; agent: string; expires_at_ms: number; now_ms?: number }
type Op =
  | (Call & { op: 'resolve'; token: string; now_ms: number })
  | { op: 'redeem'; token: string; user: string; org: string; now_ms: number }
type Sequence = {
  id: string
  why: string
  input: { issue: Issue[]; ops: Op[] | string } | { issue: Issue[]; compare: string[] } | { generate: number }
  expect: unknown
}
type Pair = {
  id: string
  why: string
  input: { issue: Call; resolve: Call }
  expect: { resolves: boolean; refused?: boolean }
}

let test: TestDatabase
let database: Database
const random = (bytes: number) => randomBytes(bytes)
const atMs = (ms: number) => new Date(ms).toISOString()

beforeAll(async () => {
  test = await testDatabase()
  database = openDatabase(test.url, { max: 20 })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})
beforeEach(async () => {
  await test.query('delete from tokens')
})

/** Issues at the vector's own time; `T1` stands for the token's text. A refused issue leaves no token. */
async function issue(vector: Issue): Promise<boolean> {
  await test.setClock(atMs(vector.now_ms ?? 0))
  const inputs = parseStrictJson(vector.inputs_raw)
  if (!inputs.ok) return false
  const named = tokens(database, random, () => vector.token)
  const binding = bindingOf(vector, inputs.value)
  return (await named.issue(binding, vector.agent, new Date(vector.expires_at_ms), 'cnf')).ok
}

function bindingOf({ tool, user, org }: Call, inputs: Json) {
  return { tool, version: '1', inputs, user, org }
}

async function run(op: Op): Promise<unknown> {
  const store = tokens(database, random)
  if (op.op === 'redeem') return store.redeem(op.token, op.user, op.org)
  const inputs = parseStrictJson(op.inputs_raw)
  return inputs.ok && store.resolve(op.token, bindingOf(op, inputs.value))
}

/** The two texts that stand for many operations at once. */
function concurrent(text: string, call: Call): Op[] {
  const copies = /^(\d+) concurrent copies of (\{.*\})$/.exec(text)
  if (copies) return Array.from({ length: Number(copies[1]) }, () => JSON.parse(copies[2] ?? ''))
  const mixed = /^(\d+) concurrent resolves and (\d+) concurrent redeems of token (\w+)$/.exec(text)
  if (!mixed) throw new Error(`no known form of operations: ${text}`)
  const common = { token: mixed[3] ?? '', now_ms: 30_000 }
  return [
    ...Array.from({ length: Number(mixed[1]) }, () => ({ ...call, ...common, op: 'resolve' as const })),
    ...Array.from({ length: Number(mixed[2]) }, () => ({
      op: 'redeem' as const,
      user: call.user,
      org: call.org,
      ...common,
    })),
  ]
}

async function runConcurrently(text: string, issued: Issue): Promise<unknown> {
  const ops = concurrent(text, issued)
  await test.setClock(atMs(ops[0]?.now_ms ?? 0))
  const answers = await Promise.all(ops.map(run))
  const successes = answers.filter((answer) => answer !== false && answer !== null).length
  return text.includes('copies') ? { true: successes, false: ops.length - successes } : { successes }
}

/** Brings each fault about, asks both routes, and says whether the caller could tell one from another. */
async function runComparison(faults: string[], issued: Issue): Promise<unknown> {
  const answers: unknown[] = []
  const both = async (token: string, call: Call, now: number, holder: string) => {
    await test.setClock(atMs(now))
    answers.push({
      resolve: await run({ ...call, op: 'resolve', token, now_ms: now }),
      redeem: await run({ op: 'redeem', token, user: holder, org: call.org, now_ms: now }),
    })
  }
  for (const fault of faults) {
    await test.query('delete from tokens')
    await issue(issued)
    if (fault === 'unknown token') await both('T-none', issued, 30_000, issued.user)
    else if (fault === 'expired') await both(issued.token, issued, issued.expires_at_ms + 1, issued.user)
    else if (fault === 'mismatched call') await both(issued.token, { ...issued, tool: 'another' }, 30_000, 'another')
    else if (fault === 'already used') {
      await test.setClock(atMs(10_000))
      expect(await run({ ...issued, op: 'resolve', now_ms: 10_000 })).toBe(true)
      await both(issued.token, issued, 30_000, issued.user)
    } else throw new Error(`no known fault: ${fault}`)
  }
  expect(answers).toHaveLength(4)
  return { indistinguishable: answers.every((answer) => JSON.stringify(answer) === JSON.stringify(answers[0])) }
}

describe('token_sequence vectors, through the store and a real database', () => {
  const vectors: Sequence[] = read('token-sequence.json')
  it('are all here', () => expect(vectors.length).toBeGreaterThanOrEqual(38))

  it.each(vectors)('$id: $why', async ({ input, expect: expected }) => {
    if ('generate' in input) {
      const { regex, distinct } = expected as { regex: string; distinct: number }
      const call = { tool: 't', version: '1', inputs: null, user: 'maya', org: 'bar-co' }
      const made = await Promise.all(
        Array.from({ length: input.generate }, () => tokens(database, random).issue(call, null, new Date(), 'cnf')),
      )
      const texts = made.flatMap((one) => (one.ok ? [one.value] : []))
      for (const text of texts) expect(text).toMatch(new RegExp(regex))
      expect(new Set(texts).size).toBe(distinct)
      return
    }
    const [first] = input.issue
    if (first === undefined) throw new Error('a sequence issues something')
    if ('compare' in input) return expect(await runComparison(input.compare, first)).toEqual(expected)
    for (const one of input.issue) await issue(one)
    if (typeof input.ops === 'string') return expect(await runConcurrently(input.ops, first)).toEqual(expected)
    const answers: unknown[] = []
    for (const op of input.ops) {
      await test.setClock(atMs(op.now_ms))
      answers.push(await run(op))
    }
    expect(answers).toEqual(expected)
  })
})

describe('token_fingerprint vectors: issued for one text, resolved with another, through the store', () => {
  const vectors: Pair[] = read('binding.json')
  it('are all here', () => expect(vectors.length).toBeGreaterThanOrEqual(48))

  it.each(vectors)('$id: $why', async ({ input, expect: expected }) => {
    const issued = await issue({ ...input.issue, token: 'T1', agent: 'agent-1', expires_at_ms: 60_000 })
    expect(issued).toBe(!(expected.refused ?? false))
    await test.setClock(atMs(30_000))
    expect(await run({ ...input.resolve, op: 'resolve', token: 'T1', now_ms: 30_000 })).toBe(expected.resolves)
  })
})
