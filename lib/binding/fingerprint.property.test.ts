import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalize, fingerprint, type Json, parseStrictJson } from './index'

/** Values that a strict text can hold. */
const values: fc.Arbitrary<Json> = fc
  .json({ maxDepth: 4 })
  .map(parseStrictJson)
  .filter((result) => result.ok)
  .map((result) => (result.ok ? result.value : null))

const bind = (inputs: Json) => fingerprint({ tool: 't', version: '1', inputs, user: 'u', org: 'o' })

/** The same value, with the members of every object in another order. */
function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  )
}

/** The same value with one place changed: the one that `turn` falls on. */
function changed(value: Json, turn: number): Json {
  if (value === null) return false
  if (typeof value === 'boolean') return turn % 2 === 0 ? !value : null
  if (typeof value === 'number') return turn % 2 === 0 ? (value === 1 ? 2 : 1) : String(value)
  if (typeof value === 'string') return `${value}${turn % 2 === 0 ? ' ' : '\u200b'}`
  const entries = Object.entries(value)
  const index = turn % (entries.length + 1)
  const entry = entries[index]
  if (entry === undefined) return Array.isArray(value) ? [...value, null] : { ...value, [newName(value)]: null }
  const [name, member] = entry
  const now = changed(member, Math.floor(turn / (entries.length + 1)))
  if (Array.isArray(value)) return value.with(index, now)
  return Object.fromEntries(entries.map((pair) => (pair[0] === name ? [name, now] : pair)))
}

function newName(object: object): string {
  let name = 'n'
  while (Object.hasOwn(object, name)) name += 'n'
  return name
}

it('the order of members is nothing to it', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(canonicalize(reordered(value))).toBe(canonicalize(value))
      expect(bind(reordered(value))).toEqual(bind(value))
    }),
  )
})

it('canonical text is its own canonical text', () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = canonicalize(value)
      expect(canonicalize(JSON.parse(text))).toBe(text)
    }),
  )
})

it('any change of any value changes the fingerprint', () => {
  fc.assert(
    fc.property(values, fc.nat(), (value, turn) => {
      const [before, after] = [bind(value), bind(changed(value, turn))]
      expect(before.ok && after.ok && before.value !== after.value).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

it('no two different bindings share a fingerprint by moving text from one field to another', () => {
  const text = fc.string({ minLength: 1, maxLength: 3 })
  const bindings = fc.record({ tool: text, version: text, user: text, org: text, inputs: values })
  fc.assert(
    fc.property(bindings, bindings, (a, b) => {
      const same = canonicalize(a) === canonicalize(b)
      const [one, other] = [fingerprint(a), fingerprint(b)]
      expect(one.ok && other.ok && (one.value === other.value) === same).toBe(true)
    }),
  )
})
