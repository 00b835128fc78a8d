import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import { acceptSchema } from '@/lib/schemas'
import { type Place, say } from './answer'
import { askedNames } from './asked-names'
import { begin } from './begin'
import { BLANK, type Draft, withMember } from './draft'
import { fieldOf } from './field'
import { draftFrom, isPlain, nameAt } from './plain-form'
import { faultsOf, problemsOf } from './problems'
import { gateQuestion, hasForm, judgeOf, whyNoForm } from './question'

function formOf(schema: Json, proposed?: Json) {
  const accepted = acceptSchema(schema)
  if (!accepted.ok) throw new Error(JSON.stringify(accepted.error.at))
  const { plain } = accepted.value.compiled
  const question = gateQuestion({ asked: JSON.stringify({ schema, plain, proposed }) })
  const judge = judgeOf(question, null)
  const problems = (draft: Draft) => {
    const places: Place[] = []
    const said = say(judge, plain, draft, places)
    return problemsOf(said, faultsOf(judge, said), places)
  }
  return {
    question,
    judge,
    field: (draft: Draft = BLANK) =>
      fieldOf(judge, plain, say(judge, plain, draft).value, { label: '', required: true }),
    begun: hasForm(question) ? begin(judge, plain, proposed) : BLANK,
    answer: (draft: Draft) => say(judge, plain, draft).value,
    unread: (draft: Draft) => say(judge, plain, draft).unread.map(({ message }) => message),
    problems,
    plainly: (given: { [name: string]: string[] }) => draftFrom(judge, plain, (name) => given[name] ?? []),
  }
}

const value = (of: Json): Draft => ({ is: 'value', value: of })
const object = (members: { [name: string]: Draft }): Draft =>
  Object.entries(members).reduce<Draft>((all, [name, draft]) => withMember(all, name, draft), BLANK)

describe('nothing is assumed', () => {
  const schema = {
    type: 'object',
    required: ['legal_reviewed'],
    properties: { legal_reviewed: { type: 'boolean' }, note: { type: 'string' } },
  }

  it('a required yes or no begins unanswered, and an untouched form cannot be recorded (A-07)', () => {
    const form = formOf(schema)
    expect(form.answer(form.begun)).toEqual({})
    expect(form.problems(form.begun)).toEqual([
      {
        path: '$.legal_reviewed',
        label: 'Legal reviewed',
        message: 'Choose yes or no. Neither is assumed.',
        isGap: true,
      },
    ])
    expect(form.problems(object({ legal_reviewed: value(false) }))).toEqual([])
  })

  it('what is blank is left out, also once it was not (A-08)', () => {
    const tags = {
      type: 'object',
      properties: { note: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    }
    const form = formOf(tags, { note: 'x', tags: ['a', 'b'] })
    expect(form.answer(form.begun)).toEqual({ note: 'x', tags: ['a', 'b'] })
    const cleared = object({
      note: BLANK,
      tags: {
        is: 'list',
        entries: [
          { key: 1, draft: value('a') },
          { key: 2, draft: BLANK },
        ],
      },
    })
    expect(form.answer(cleared)).toEqual({ tags: ['a'] })
  })

  it('what the run suggests is there, to the character, and so are members that the schema does not name', () => {
    const suggested = { run_at: '2026-10-25T02:30:00+02:00', extra: { deep: [1] } }
    const form = formOf({ type: 'object', properties: { run_at: { type: 'string', format: 'date-time' } } }, suggested)
    expect(form.answer(form.begun)).toEqual(suggested)
  })
})

describe('values arrive exactly', () => {
  it.each<[Json]>([
    [{ type: ['integer', 'null'], enum: [0, 1, null] }],
    [{ enum: ['', 'draft'] }],
    [{ enum: [{ id: 1 }, { id: 2 }] }],
    [
      {
        oneOf: [
          { const: 'a', title: 'First' },
          { const: null, title: 'None' },
        ],
      },
    ],
  ])('each member of %j (A-10)', (schema) => {
    const form = formOf(schema)
    const field = form.field()
    if (field.is !== 'choice') throw new Error(`drawn as ${field.is}`)
    field.options.forEach((option, n) => {
      expect(form.answer(form.plainly({ [nameAt([])]: [String(n)] }))).toEqual(option.value)
    })
    expect(form.answer(BLANK)).toBeUndefined()
  })

  it('a number is read exactly or not at all: none is rounded (A-13)', () => {
    const form = formOf({ type: 'integer' })
    expect(form.answer({ is: 'typed', text: ' 12 ' })).toBe(12)
    for (const text of ['90071992547409910', '1e400', '12abc', '0x10', '1,5', '01', 'NaN']) {
      expect(form.answer({ is: 'typed', text })).toBeUndefined()
      expect(form.unread({ is: 'typed', text })).toHaveLength(1)
    }
    expect(form.unread({ is: 'typed', text: '90071992547409910' })[0]).toContain('too large')
    expect(formOf({ type: 'number' }).answer({ is: 'typed', text: '12.90' })).toBe(12.9)
  })

  it('what cannot be read is not left out in silence: it is told with what was typed', () => {
    const form = formOf({ type: 'object', properties: { n: { type: 'integer' } } })
    expect(form.problems(object({ n: { is: 'typed', text: ' 12345678901234567890' } }))).toMatchObject([
      { path: '$.n', isGap: false, unread: '12345678901234567890' },
    ])
    expect(form.problems(object({ n: { is: 'typed', text: ' ' } }))).toEqual([])
  })
})

describe('what is hidden is not recorded (A-03)', () => {
  const schema = {
    type: 'object',
    properties: { notify: { type: 'boolean' } },
    if: { properties: { notify: { const: true } }, required: ['notify'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword's name
    then: { properties: { cc: { type: 'string', default: 'all@example.com' } }, required: ['cc'] },
    else: { properties: { why: { type: 'string' } } },
  }

  it('a field that a condition shows is asked for, and gone with it', () => {
    const form = formOf(schema)
    const typed = (notify: boolean) =>
      object({ notify: value(notify), cc: value('a@example.com'), why: value('no need') })
    expect(form.answer(typed(true))).toEqual({ notify: true, cc: 'a@example.com' })
    expect(form.answer(typed(false))).toEqual({ notify: false, why: 'no need' })
    expect(form.problems(object({ notify: value(true) })).map(({ path }) => path)).toEqual(['$.cc'])
  })

  it('so are dependent fields', () => {
    const form = formOf({
      type: 'object',
      properties: { card: { type: 'string' } },
      dependentSchemas: { card: { properties: { billing: { type: 'string' } }, required: ['billing'] } },
    })
    expect(form.answer(object({ billing: value('x') }))).toEqual({})
    expect(form.answer(object({ card: value('1'), billing: value('x') }))).toEqual({ card: '1', billing: 'x' })
  })
})

describe('a choice of forms', () => {
  const schema = {
    oneOf: [
      {
        title: 'Refund',
        type: 'object',
        properties: { kind: { const: 'refund' }, amount: { type: 'number' } },
        required: ['amount'],
      },
      {
        title: 'Charge',
        type: 'object',
        properties: { kind: { const: 'charge' }, amount: { type: 'number' } },
        required: ['amount'],
      },
    ],
  }

  it('has the names of its forms, and what is fixed in one comes with it (A-02)', () => {
    const form = formOf(schema)
    const field = form.field()
    expect(field.is === 'form' && field.options.map(({ label }) => label)).toEqual(['Refund', 'Charge'])
    const charge: Draft = { is: 'form', option: 1, draft: object({ amount: { is: 'typed', text: '50' } }) }
    expect(form.answer(charge)).toEqual({ kind: 'charge', amount: 50 })
    expect(form.problems(charge)).toEqual([])
  })

  it('says what is missing in the form that was chosen, not that no form fits', () => {
    const form = formOf(schema)
    expect(form.problems({ is: 'form', option: 0, draft: BLANK }).map(({ path }) => path)).toEqual(['$.amount'])
    expect(form.problems(BLANK)).toEqual([{ path: '$', label: 'Your answer', message: 'Choose one.', isGap: true }])
  })

  it('null is a choice like another (A-01)', () => {
    const form = formOf({
      type: 'object',
      properties: {
        target: {
          anyOf: [
            { title: 'Branch', type: 'object', properties: { branch: { type: 'string' } } },
            { title: 'Nothing', type: 'null' },
          ],
        },
      },
    })
    const nothing: Draft = { is: 'form', option: 1, draft: BLANK }
    expect(form.answer(object({ target: nothing }))).toEqual({ target: null })
    expect(form.answer(object({ target: BLANK }))).toEqual({})
  })

  it('a suggestion is found in the form that it fits', () => {
    const form = formOf(schema, { kind: 'charge', amount: 3 })
    expect(form.begun).toMatchObject({ is: 'form', option: 1 })
    expect(form.answer(form.begun)).toEqual({ kind: 'charge', amount: 3 })
  })
})

describe('lists and tuples', () => {
  it('a tuple is drawn place by place, by the keywords of either draft (A-15)', () => {
    for (const schema of [
      { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false },
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'array',
        items: [{ type: 'integer' }, { type: 'string' }],
        additionalItems: false,
      },
    ]) {
      const form = formOf(schema)
      const field = form.field()
      expect(field).toMatchObject({ is: 'list', more: null })
      const pair: Draft = {
        is: 'list',
        entries: [
          { key: 1, draft: { is: 'typed', text: '7' } },
          { key: 2, draft: value('x') },
        ],
      }
      expect(form.answer(pair)).toEqual([7, 'x'])
      const gap: Draft = {
        is: 'list',
        entries: [
          { key: 1, draft: BLANK },
          { key: 2, draft: value('x') },
        ],
      }
      expect(form.unread(gap)).toEqual(['cannot be left out before the next'])
    }
  })

  it('values to choose several of are boxes to tick, in the schema’s order', () => {
    const form = formOf({ type: 'array', uniqueItems: true, items: { enum: ['a', 'b', 'c'] } })
    expect(form.answer(form.plainly({ $: ['2', '0'] }))).toEqual(['a', 'c'])
  })
})

describe('members with names of one’s own (A-14)', () => {
  it('one name twice is a fault, not another name', () => {
    const form = formOf({ type: 'object', additionalProperties: { type: 'string' } }, { '10': 'a', '2': 'b' })
    expect(form.answer(form.begun)).toEqual({ '10': 'a', '2': 'b' })
    const clash: Draft = {
      is: 'object',
      members: [
        { name: '2', key: 1, draft: value('a') },
        { name: '2', key: 2, draft: value('b') },
      ],
    }
    expect(form.unread(clash)).toEqual(['«2» is there twice'])
  })

  it('a name that every object inherits is one like another', () => {
    const form = formOf({ type: 'object', additionalProperties: { type: 'string' } })
    const draft: Draft = { is: 'object', members: [{ name: '__proto__', key: 1, draft: value('a') }] }
    expect(JSON.stringify(form.answer(draft))).toBe('{"__proto__":"a"}')
  })
})

describe('an answer written as JSON', () => {
  const node: Json = {
    type: 'object',
    required: ['v'],
    properties: { v: { type: 'string' }, 'the kids': { type: 'array', items: { $ref: '#' } } },
  }

  it('says truly why there is no form', () => {
    expect(whyNoForm(formOf(node).question)).toContain('answers of the same kind')
    expect(
      whyNoForm(
        formOf(
          { type: 'array' },
          Array.from({ length: 400 }, () => 1),
        ).question,
      ),
    ).toContain('too much')
    expect(whyNoForm(formOf({ type: 'string' }).question)).toBeNull()
  })

  it('tells the names asked for, and assumes none of them', () => {
    const { judge, question } = formOf(node)
    expect(askedNames(judge, question.plain)).toEqual({
      names: 'Asked for: "v" (required), "the kids".',
      shape: '{\n  "v": …,\n  "the kids": …\n}',
    })
    expect(askedNames(judge, { type: 'array' })).toEqual({ names: '', shape: '' })
    const many = { properties: Object.fromEntries(Array.from({ length: 23 }, (_, n) => [`p${n}`, true])) }
    expect(askedNames(judge, many).names).toMatch(/"p19" and 3 more\.$/)
  })
})

describe('which form there is', () => {
  it.each<[string, Json, Json | undefined, boolean]>([
    ['a plain one', { type: 'object', properties: { a: { type: 'string' } } }, undefined, true],
    ['one within itself (A-05)', { type: 'object', properties: { child: { $ref: '#' } } }, undefined, false],
    [
      'a very large one',
      { type: 'object', properties: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`p${n}`, {}])) },
      undefined,
      false,
    ],
    [
      'two thousand entries (A-06)',
      { type: 'array', items: { type: 'string' } },
      Array.from({ length: 2000 }, () => 'x'),
      false,
    ],
  ])('%s', (_name, schema, proposed, expected) => {
    expect(hasForm(formOf(schema, proposed).question)).toBe(expected)
  })

  it.each<[boolean, Json]>([
    [
      true,
      {
        type: 'object',
        properties: { a: { type: 'boolean' }, b: { enum: [1] }, c: { type: 'number' } },
        additionalProperties: false,
      },
    ],
    [true, { enum: ['approve', 'reject'] }],
    [false, { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } }],
    [false, { type: 'object', properties: { a: { type: 'string' } }, dependentSchemas: { a: {} } }],
    [false, { oneOf: [{ type: 'object' }, { type: 'string' }] }],
  ])('works without the script: %s, for %j', (expected, schema) => {
    const { judge, question } = formOf(schema)
    expect(isPlain(judge, question.plain)).toBe(expected)
  })
})
