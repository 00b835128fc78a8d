import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { refuse, yes } from '@/lib/result'
import { type Fault, gate, impliesObject, type Validators } from './index'

/** Validators that say what they are told to. */
function saying(faults: (value: Json) => Fault[]): Validators {
  return { compile: (plain) => yes({ plain, faults, warnings: [] }) }
}

const deaf: Validators = { compile: () => refuse('bad_schema', [{ path: '$.type', message: 'is no type' }]) }

function accepted(validators: Validators, schema: Json) {
  const found = gate(validators).acceptSchema(schema)
  if (!found.ok) throw new Error('not accepted')
  return found.value
}

describe('acceptSchema', () => {
  it.each([[null], [true], [[]], ['{}'], [undefined]])('refuses %j: an approval schema is a JSON object', (schema) => {
    expect(gate(saying(() => [])).acceptSchema(schema)).toEqual(
      refuse('bad_schema', [{ path: '$', message: 'must be a JSON object' }]),
    )
  })

  it('refuses what does not compile, naming the place', () => {
    expect(gate(deaf).acceptSchema({ type: 'x' })).toEqual(
      refuse('bad_schema', [{ path: '$.type', message: 'is no type' }]),
    )
  })
})

describe('judge', () => {
  it('hands the very answer back where it fits', () => {
    const answer = { approved: false }
    const validators = saying(() => [])
    const judged = gate(validators).judge(answer, accepted(validators, { type: 'object' }))
    expect(judged.ok && judged.value).toBe(answer)
  })

  it('refuses whatever goes wrong while judging: it fails closed', () => {
    const validators = saying(() => {
      throw new RangeError('too deep')
    })
    const judged = gate(validators).judge({}, accepted(validators, { type: 'object' }))
    expect(judged).toEqual(refuse('answer_does_not_fit', [{ path: '$', message: 'could not be checked (RangeError)' }]))
  })

  it('says that an object was meant, where only an object can have been', () => {
    const validators = saying(() => [])
    const judged = gate(validators).judge(null, accepted(validators, { required: ['approved'] }))
    expect(judged).toEqual(refuse('answer_does_not_fit', [{ path: '$', message: 'must be an object, not null' }]))
  })
})

describe('approvalViolations, for runs already parked', () => {
  it('a schema that does not compile constrains nothing but that an object be one', () => {
    const { approvalViolations } = gate(deaf)
    expect(approvalViolations({ any: 1 }, { required: ['a'], type: 'x' })).toEqual([])
    expect(approvalViolations('no', { properties: { a: { type: 'x' } } })).toEqual([
      { path: '$', message: 'must be an object, not string' },
    ])
  })
})

describe('a schema implies an object', () => {
  it.each<[boolean, Json]>([
    [true, { required: [] }],
    [true, { dependentSchemas: {} }],
    [true, { unevaluatedProperties: false }],
    [true, { properties: {}, items: {}, pattern: 'x', format: 'date' }],
    [false, { properties: {}, type: 'string' }],
    [false, { properties: {}, not: {} }],
    [false, { items: {} }],
    [false, { description: 'anything' }],
    [false, true],
    [false, []],
  ])('%s for %j', (expected, schema) => {
    expect(impliesObject(schema)).toBe(expected)
  })

  it('by its own keywords only, not by those that every object inherits', () => {
    expect(impliesObject(Object.create({ required: ['a'] }))).toBe(false)
  })
})
