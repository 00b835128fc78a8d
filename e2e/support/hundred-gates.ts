import type { Json } from '@/lib/binding'
import type { Says } from './fill-answer'

/** A gate in the style of real ones, and an answer that a person gives to it. */
export type RealGate = { name: string; schema: Json; answer: Json; says?: Says }

type Properties = { [name: string]: Json }
const form = (properties: Properties, required: string[] = [], more: Properties = {}): Json => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  ...more,
})
/** `if` and what follows. */
const when = (condition: Json, follows: Json, otherwise?: Json): Properties =>
  Object.fromEntries(
    Object.entries({ if: condition, else: otherwise })
      .concat([['then', follows]])
      .filter(([, each]) => each !== undefined),
  ) as Properties
const text = (more: Properties = {}): Json => ({ type: 'string', ...more })
const yesNo = (title?: string): Json => ({ type: 'boolean', ...(title === undefined ? {} : { title }) })
const whole = (more: Properties = {}): Json => ({ type: 'integer', ...more })
const number = (more: Properties = {}): Json => ({ type: 'number', ...more })
const one = (...values: Json[]): Json => ({ enum: values })
const list = (items: Json, more: Properties = {}): Json => ({ type: 'array', items, ...more })
const named = (...pairs: [Json, string][]): Json => ({
  oneOf: pairs.map(([value, title]) => ({ const: value, title })),
})
const draft = (year: string, schema: Json): Json => ({ $schema: year, ...(schema as object) })
const D4 = 'http://json-schema.org/draft-04/schema#'
const D6 = 'http://json-schema.org/draft-06/schema#'
const D7 = 'http://json-schema.org/draft-07/schema#'
const D2019 = 'https://json-schema.org/draft/2019-09/schema'
const D2020 = 'https://json-schema.org/draft/2020-12/schema'

const workflow: RealGate[] = [
  { name: 'approved', schema: form({ approved: yesNo() }, ['approved']), answer: { approved: false } },
  {
    name: 'approved, without a type',
    schema: { required: ['approved'], properties: { approved: yesNo() } },
    answer: { approved: true },
  },
  {
    name: 'approved with a comment',
    schema: form({ approved: yesNo(), comment: text({ maxLength: 2000 }) }, ['approved']),
    answer: { approved: true, comment: 'Two lines,\nsecond one.' },
  },
  { name: 'a decision word', schema: one('approve', 'reject', 'escalate'), answer: 'escalate' },
  { name: 'a bare yes or no', schema: yesNo('Continue?'), answer: true },
  { name: 'a bare number', schema: whole({ minimum: 0, maximum: 10 }), answer: 7 },
  { name: 'a bare text', schema: text({ minLength: 1, title: 'Your name' }), answer: 'Dana' },
  { name: 'a bare list', schema: list(text()), answer: ['a', 'b'] },
  {
    name: 'next step by title',
    schema: form({ next: named(['publish', 'Publish now'], ['hold', 'Hold for a day']) }, ['next']),
    answer: { next: 'hold' },
    says: { '$.next': 'Hold for a day' },
  },
  {
    name: 'a rating',
    schema: form({ rating: one(1, 2, 3, 4, 5), why: text() }, ['rating']),
    answer: { rating: 4, why: 'Nearly' },
  },
]

const refunds: RealGate[] = [
  {
    name: 'amount and reason',
    schema: form(
      { amount: number({ minimum: 0, multipleOf: 0.01 }), reason: one('damaged', 'late', 'other') },
      ['amount', 'reason'],
      { additionalProperties: false },
    ),
    answer: { amount: 143.48, reason: 'late' },
  },
  {
    name: 'exclusive limits',
    schema: form({ amount: number({ exclusiveMinimum: 0, exclusiveMaximum: 1000 }) }, ['amount']),
    answer: { amount: 999.99 },
  },
  {
    name: 'lines of an order',
    schema: form(
      { lines: list(form({ sku: text(), quantity: whole({ minimum: 1 }) }, ['sku', 'quantity']), { minItems: 1 }) },
      ['lines'],
    ),
    answer: {
      lines: [
        { sku: 'A-1', quantity: 2 },
        { sku: 'B-2', quantity: 1 },
      ],
    },
  },
  {
    name: 'full or partial',
    schema: {
      oneOf: [
        { title: 'Full', ...(form({ kind: { const: 'full' } }, ['kind']) as object) },
        { title: 'Partial', ...(form({ kind: { const: 'partial' }, amount: number() }, ['kind', 'amount']) as object) },
      ],
    },
    answer: { kind: 'partial', amount: 12.5 },
    says: { $: 'Partial' },
  },
  {
    name: 'by card or voucher',
    schema: form(
      {
        to: {
          anyOf: [
            { title: 'Card', ...(form({ last4: text({ pattern: '^\\d{4}$' }) }, ['last4']) as object) },
            { title: 'Voucher', ...(form({ code: text() }, ['code']) as object) },
          ],
        },
      },
      ['to'],
    ),
    answer: { to: { last4: '4242' } },
    says: { '$.to': 'Card' },
  },
  {
    name: 'currency',
    schema: form({ currency: text({ pattern: '^[A-Z]{3}$' }), minor: whole() }, ['currency', 'minor']),
    answer: { currency: 'GBP', minor: 128400 },
  },
  {
    name: 'notify, then whom',
    schema: form(
      { notify: yesNo() },
      ['notify'],
      when(
        { properties: { notify: { const: true } } },
        { properties: { to: text({ format: 'email' }) }, required: ['to'] },
      ),
    ),
    answer: { notify: true, to: 'maya@example.com' },
  },
  {
    name: 'notify nobody',
    schema: form(
      { notify: yesNo() },
      ['notify'],
      when(
        { properties: { notify: { const: true } } },
        { properties: { to: text() }, required: ['to'] },
        { properties: { why_not: text() } },
      ),
    ),
    answer: { notify: false, why_not: 'told in person' },
  },
  {
    name: 'negative adjustment',
    schema: form({ adjust: number({ maximum: 0 }) }, ['adjust']),
    answer: { adjust: -0.07 },
  },
  { name: 'a very small rate', schema: form({ rate: number() }, ['rate']), answer: { rate: 0.000001 } },
]

const deploys: RealGate[] = [
  {
    name: 'environment',
    schema: form({ environment: one('staging', 'production'), version: text({ pattern: '^v\\d+\\.\\d+\\.\\d+$' }) }, [
      'environment',
      'version',
    ]),
    answer: { environment: 'production', version: 'v1.20.3' },
  },
  {
    name: 'canary percent',
    schema: form({ canary: whole({ minimum: 0, maximum: 100, default: 10 }) }, ['canary']),
    answer: { canary: 25 },
  },
  {
    name: 'a default kept',
    schema: form({ canary: whole({ default: 10 }), go: yesNo() }, ['canary', 'go']),
    answer: { canary: 10, go: true },
  },
  {
    name: 'regions',
    schema: form({ regions: list(one('eu', 'us', 'ap'), { uniqueItems: true, minItems: 1 }) }, ['regions']),
    answer: { regions: ['eu', 'ap'] },
  },
  {
    name: 'a window',
    schema: form({ from: text({ format: 'date-time' }), to: text({ format: 'date-time' }) }, ['from', 'to']),
    answer: { from: '2026-12-04T22:00:00Z', to: '2026-12-05T02:30:00+01:00' },
  },
  { name: 'a day', schema: form({ day: text({ format: 'date' }) }, ['day']), answer: { day: '2026-12-04' } },
  {
    name: 'labels',
    schema: form({ labels: { type: 'object', additionalProperties: text() } }, ['labels']),
    answer: { labels: { team: 'payroll', tier: '1' } },
  },
  {
    name: 'flags by name',
    schema: form({ flags: { type: 'object', additionalProperties: yesNo() } }, ['flags']),
    answer: { flags: { dark_mode: true } },
  },
  {
    name: 'flags by pattern',
    schema: form({ env: { type: 'object', patternProperties: { '^[A-Z_]+$': text() }, additionalProperties: false } }, [
      'env',
    ]),
    answer: { env: { LOG_LEVEL: 'debug' } },
  },
  {
    name: 'steps in order',
    schema: form({ steps: list(form({ name: text(), wait_s: whole() }, ['name'])) }),
    answer: { steps: [{ name: 'drain', wait_s: 30 }, { name: 'swap' }] },
  },
]

const access: RealGate[] = [
  {
    name: 'role and days',
    schema: form({ role: one('reader', 'writer', 'owner'), days: whole({ minimum: 1, maximum: 30 }) }, [
      'role',
      'days',
    ]),
    answer: { role: 'writer', days: 7 },
  },
  {
    name: 'scopes',
    schema: form({ scopes: list(one('repo', 'issues', 'admin'), { uniqueItems: true }) }),
    answer: { scopes: ['issues'] },
  },
  {
    name: 'justification',
    schema: form({ justification: text({ minLength: 10 }) }, ['justification']),
    answer: { justification: 'On call this week' },
  },
  {
    name: 'an address',
    schema: form({ email: text({ format: 'email' }), home: text({ format: 'uri' }) }, ['email']),
    answer: { email: 'leo@northgate.example', home: 'https://example.com/leo' },
  },
  {
    name: 'a network',
    schema: form({ ip: text({ format: 'ipv4' }), v6: text({ format: 'ipv6' }) }),
    answer: { ip: '10.0.0.1', v6: '::1' },
  },
  {
    name: 'an id',
    schema: form({ id: text({ format: 'uuid' }) }, ['id']),
    answer: { id: '01989f6e-7a10-7c3e-9d52-6b1f0e4a8c21' },
  },
  {
    name: 'a person in parts',
    schema: form({ person: form({ first: text(), last: text() }, ['first', 'last']) }, ['person']),
    answer: { person: { first: 'Tomás', last: 'Herrera' } },
  },
  {
    name: 'an optional part left out',
    schema: form({ ok: yesNo(), manager: form({ name: text() }, ['name']) }, ['ok']),
    answer: { ok: true },
  },
  {
    name: 'expires never or on a day',
    schema: form(
      {
        expires: {
          anyOf: [
            { title: 'Never', type: 'null' },
            { title: 'On a day', ...(text({ format: 'date' }) as object) },
          ],
        },
      },
      ['expires'],
    ),
    answer: { expires: null },
    says: { '$.expires': 'Never' },
  },
  {
    name: 'text or null',
    schema: form({ middle: { type: ['string', 'null'] } }, ['middle']),
    answer: { middle: null },
    says: { '$.middle': 'Nothing (null)' },
  },
]

const review: RealGate[] = [
  {
    name: 'verdict with null',
    schema: form({ verdict: { enum: ['publish', 'edit', null] } }, ['verdict']),
    answer: { verdict: null },
  },
  {
    name: 'an empty text as a choice',
    schema: form({ suffix: { enum: ['', 'draft'] } }, ['suffix']),
    answer: { suffix: '' },
  },
  {
    name: 'choices of objects',
    schema: form({ plan: { enum: [{ id: 1 }, { id: 2, tier: 'pro' }] } }, ['plan']),
    answer: { plan: { id: 2, tier: 'pro' } },
  },
  {
    name: 'numbers and texts to choose',
    schema: form({ level: { enum: [1, '1', true] } }, ['level']),
    answer: { level: '1' },
    says: { '$.level': '"1"' },
  },
  {
    name: 'categories by title',
    schema: form(
      {
        category: {
          anyOf: [
            { const: 'spam', title: 'Unwanted advertising' },
            { const: 'abuse', title: 'Abuse' },
          ],
        },
      },
      ['category'],
    ),
    answer: { category: 'spam' },
    says: { '$.category': 'Unwanted advertising' },
  },
  {
    name: 'tags',
    schema: form({ tags: list(text({ minLength: 1 }), { maxItems: 5 }) }),
    answer: { tags: ['news', 'öffentlich'] },
  },
  {
    name: 'a long text',
    schema: form({ body: text({ maxLength: 5000 }) }, ['body']),
    answer: { body: 'First.\n\nSecond with "quotes" and \\ and 😀.' },
  },
  {
    name: 'several notes',
    schema: form({ notes: list(form({ line: whole(), note: text() }, ['line', 'note'])) }),
    answer: { notes: [{ line: 3, note: 'comma' }] },
  },
  {
    name: 'a score per criterion',
    schema: form(
      {
        scores: {
          type: 'object',
          properties: { clarity: whole(), truth: whole() },
          required: ['clarity', 'truth'],
          additionalProperties: false,
        },
      },
      ['scores'],
    ),
    answer: { scores: { clarity: 4, truth: 5 } },
  },
  { name: 'hidden characters stay', schema: form({ say: text() }, ['say']), answer: { say: 'a\u200bb\u202ec' } },
]

// MCP elicitation: flat objects of primitive values (2025-06-18 and 2025-11-25)
const elicitation: RealGate[] = [
  {
    name: 'github username',
    schema: form({ name: text({ title: 'GitHub username', description: 'Without the @' }) }, ['name']),
    answer: { name: 'octocat' },
  },
  {
    name: 'contact',
    schema: form({ name: text(), email: text({ format: 'email' }), age: number({ minimum: 18 }) }, ['name', 'email']),
    answer: { name: 'Ines', email: 'ines@example.com', age: 41 },
  },
  {
    name: 'enumNames',
    schema: form({ colour: { type: 'string', enum: ['#f00', '#0f0'], enumNames: ['Red', 'Green'] } }, ['colour']),
    answer: { colour: '#0f0' },
    says: { '$.colour': 'Green' },
  },
  {
    name: 'titled single choice',
    schema: form({
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'Large' },
        ],
      },
    }),
    answer: { size: 'l' },
    says: { '$.size': 'Large' },
  },
  {
    name: 'several of many',
    schema: form(
      {
        days: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
          items: { type: 'string', enum: ['Mon', 'Tue', 'Wed'] },
        },
      },
      ['days'],
    ),
    answer: { days: ['Mon', 'Wed'] },
  },
  {
    name: 'a default yes',
    schema: form({ subscribe: { type: 'boolean', default: true } }),
    answer: { subscribe: false },
  },
  {
    name: 'a default number',
    schema: form({ retries: { type: 'integer', default: 3, minimum: 0 } }),
    answer: { retries: 0 },
  },
  {
    name: 'a date',
    schema: form({ on: text({ format: 'date', title: 'Travel date' }) }, ['on']),
    answer: { on: '2027-01-31' },
  },
  { name: 'nothing but optional', schema: form({ a: text(), b: number(), c: yesNo() }), answer: {} },
  {
    name: 'a number with decimals',
    schema: form({ price: number({ title: 'Price' }) }, ['price']),
    answer: { price: 0.1 },
  },
]

const kubernetes: RealGate[] = [
  {
    name: 'replicas',
    schema: form({ replicas: whole({ format: 'int32', minimum: 0 }) }, ['replicas']),
    answer: { replicas: 3 },
  },
  {
    name: 'resources',
    schema: form({ resources: form({ limits: { type: 'object', additionalProperties: text() } }) }),
    answer: { resources: { limits: { cpu: '500m', memory: '1Gi' } } },
  },
  {
    name: 'tolerations',
    schema: form({ tolerations: list(form({ key: text(), operator: one('Exists', 'Equal'), value: text() })) }),
    answer: { tolerations: [{ key: 'gpu', operator: 'Exists' }] },
  },
  {
    name: 'int-or-string',
    schema: form(
      { maxSurge: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] } },
      ['maxSurge'],
    ),
    answer: { maxSurge: '25%' },
    says: { '$.maxSurge': 'A text' },
  },
  {
    name: 'preserved fields',
    schema: form({ spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }, ['spec']),
    answer: { spec: { any: ['thing', 1] } },
  },
  {
    name: 'selector',
    schema: form({
      selector: form({
        matchLabels: { type: 'object', additionalProperties: text() },
        matchExpressions: list(form({ key: text(), values: list(text()) }, ['key'])),
      }),
    }),
    answer: { selector: { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'zone', values: ['a', 'b'] }] } },
  },
  {
    name: 'references',
    schema: {
      $ref: '#/$defs/Pod',
      $defs: {
        Pod: form({ metadata: { $ref: '#/$defs/Meta' }, ports: list({ $ref: '#/$defs/Port' }) }, ['metadata']),
        Meta: form({ name: text({ maxLength: 63 }) }, ['name']),
        Port: form({ containerPort: whole({ minimum: 1, maximum: 65535 }) }, ['containerPort']),
      },
    },
    answer: { metadata: { name: 'web' }, ports: [{ containerPort: 8080 }] },
  },
  {
    name: 'a quantity',
    schema: form({ memory: text({ pattern: '^\\d+(?:Ki|Mi|Gi)$' }) }, ['memory']),
    answer: { memory: '512Mi' },
  },
  {
    name: 'dotted names',
    schema: form({ 'app.kubernetes.io/name': text() }, ['app.kubernetes.io/name']),
    answer: { 'app.kubernetes.io/name': 'ledger' },
  },
  {
    name: 'update strategy',
    schema: form(
      {
        strategy: {
          oneOf: [
            { title: 'Recreate', ...(form({ type: { const: 'Recreate' } }, ['type']) as object) },
            { title: 'Rolling', ...(form({ type: { const: 'RollingUpdate' }, pause: whole() }, ['type']) as object) },
          ],
        },
      },
      ['strategy'],
    ),
    answer: { strategy: { type: 'RollingUpdate', pause: 5 } },
    says: { '$.strategy': 'Rolling' },
  },
]

const openApi: RealGate[] = [
  {
    name: 'vendor keywords',
    schema: form({ n: { type: 'integer', format: 'uint32', 'x-order': 1 } }, ['n'], {
      'x-origin': 'fastmcp',
      'x-tags': ['a'],
    }),
    answer: { n: 12 },
  },
  {
    name: 'nullable and example',
    schema: form({ note: { type: 'string', nullable: true, example: 'hi' } }),
    answer: { note: 'hello' },
  },
  {
    name: 'read-only and deprecated',
    schema: form({ id: { type: 'string', readOnly: true }, old: { type: 'string', deprecated: true }, now: text() }),
    answer: { now: 'x' },
  },
  {
    name: 'allOf with a base',
    schema: {
      allOf: [{ $ref: '#/$defs/Base' }, form({ extra: text() }, ['extra'])],
      $defs: { Base: form({ id: whole() }, ['id']) },
    },
    answer: { id: 5, extra: 'e' },
  },
  {
    name: 'a discriminator',
    schema: {
      oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      discriminator: { propertyName: 'pet' },
      $defs: {
        Cat: form({ pet: { const: 'cat' }, lives: whole() }, ['pet']),
        Dog: form({ pet: { const: 'dog' }, good: yesNo() }, ['pet']),
      },
    },
    answer: { pet: 'dog', good: true },
    says: { $: 'dog' },
  },
  {
    name: 'formats of OpenAPI',
    schema: form({
      a: { type: 'integer', format: 'int64' },
      b: { type: 'number', format: 'float' },
      c: { type: 'string', format: 'password' },
    }),
    answer: { a: 9007199254740991, b: 1.5, c: 'secret' },
  },
  {
    name: 'xml and externalDocs',
    schema: form({ q: { type: 'string', xml: { name: 'Q' }, externalDocs: { url: 'https://example.com' } } }),
    answer: { q: 'z' },
  },
  {
    name: 'nested references',
    schema: form({ a: { $ref: '#/components/schemas/A' } }, ['a'], {
      components: { schemas: { A: form({ b: { $ref: '#/components/schemas/B' } }, ['b']), B: one('x', 'y') } },
    }),
    answer: { a: { b: 'y' } },
  },
  {
    name: 'an $id of its own',
    schema: form({ n: { $ref: 'https://acme.example/gate#/$defs/n' } }, ['n'], {
      $id: 'https://acme.example/gate',
      $defs: { n: whole({ minimum: 2 }) },
    }),
    answer: { n: 2 },
  },
  {
    name: 'a link in a description',
    schema: form({ x: text({ description: '[open](javascript:alert(1)) <img src=x onerror=alert(1)>' }) }),
    answer: { x: '<b>bold</b>' },
  },
]

const drafts: RealGate[] = [
  {
    name: 'draft 4',
    schema: draft(D4, form({ n: number({ minimum: 0, exclusiveMinimum: true }) }, ['n'])),
    answer: { n: 0.5 },
  },
  {
    name: 'draft 4, dependencies',
    schema: draft(
      D4,
      form({ card: text() }, [], { dependencies: { card: { properties: { cvc: text() }, required: ['cvc'] } } }),
    ),
    answer: { card: '4242', cvc: '123' },
  },
  {
    name: 'draft 6',
    schema: draft(D6, form({ n: whole({ exclusiveMinimum: 0 }) }, ['n'], { propertyNames: { maxLength: 3 } })),
    answer: { n: 1 },
  },
  {
    name: 'draft 7, tuple',
    schema: draft(D7, form({ pair: { type: 'array', items: [whole(), text()], additionalItems: false } }, ['pair'])),
    answer: { pair: [7, 'seven'] },
  },
  {
    name: 'draft 7, by https',
    schema: draft('https://json-schema.org/draft-07/schema#', form({ a: text({ format: 'date' }) }, ['a'])),
    answer: { a: '2026-02-28' },
  },
  {
    name: '2019-09, dependentRequired',
    schema: draft(
      D2019,
      form({ amount: number(), currency: text() }, [], { dependentRequired: { amount: ['currency'] } }),
    ),
    answer: { amount: 3, currency: 'EUR' },
  },
  {
    name: '2019-09, unevaluated',
    schema: draft(D2019, { allOf: [form({ a: text() })], properties: { b: text() }, unevaluatedProperties: false }),
    answer: { a: '1', b: '2' },
  },
  {
    name: '2020-12, tuple',
    schema: draft(D2020, form({ pair: { type: 'array', prefixItems: [whole(), text()], items: false } }, ['pair'])),
    answer: { pair: [1, 'one'] },
  },
  {
    name: '2020-12, tuple with a rest',
    schema: draft(D2020, { type: 'array', prefixItems: [text()], items: number() }),
    answer: ['head', 1, 2.5],
  },
  {
    name: '2020-12, an anchor',
    schema: draft(
      D2020,
      form({ a: { $ref: '#word' } }, ['a'], {
        $defs: { w: { $anchor: 'word', ...(text({ minLength: 2 }) as object) } },
      }),
    ),
    answer: { a: 'ok' },
  },
]

const unusual: RealGate[] = [
  { name: 'lists in lists', schema: form({ grid: list(list(whole())) }), answer: { grid: [[1, 2], [3]] } },
  { name: 'anything at all', schema: { description: 'Any answer will do' }, answer: { free: ['form', null, 1.5] } },
  { name: 'a member of any kind', schema: form({ meta: {} }, ['meta']), answer: { meta: [1, { two: 2 }] } },
  {
    name: 'within itself',
    schema: form({ name: text(), child: { $ref: '#' } }, ['name']),
    answer: { name: 'a', child: { name: 'b' } },
  },
  {
    name: 'names of every object',
    schema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["__proto__"]}',
    ),
    answer: JSON.parse('{"__proto__":"x","constructor":"y"}'),
  },
  {
    name: 'names with signs',
    schema: form({ 'a b': text(), 'c"d': text(), '7': text(), '': text() }),
    answer: { '7': 'digit', 'a b': 'space', 'c"d': 'quote', '': 'empty' },
  },
  {
    name: 'a confirmation that is fixed',
    schema: form({ confirm: { const: 'DELETE prod' }, why: text() }, ['confirm', 'why']),
    answer: { confirm: 'DELETE prod', why: 'end of life' },
  },
  {
    name: 'one of two must be there',
    schema: form({ mail: text(), phone: text() }, [], { anyOf: [{ required: ['mail'] }, { required: ['phone'] }] }),
    answer: { phone: '+44 20 7946 0000' },
  },
  {
    name: 'an object or yes',
    schema: {
      anyOf: [
        { title: 'Simply', type: 'boolean' },
        { title: 'With a note', ...(form({ approved: yesNo(), note: text() }, ['approved']) as object) },
      ],
    },
    answer: { approved: true, note: 'fine' },
    says: { $: 'With a note' },
  },
  {
    name: 'three conditions',
    schema: form({ kind: one('a', 'b', 'c') }, ['kind'], {
      allOf: ['a', 'b', 'c'].map((kind) =>
        when(
          { properties: { kind: { const: kind } } },
          { properties: { [`of_${kind}`]: text() }, required: [`of_${kind}`] },
        ),
      ),
    }),
    answer: { kind: 'b', of_b: 'yes' },
  },
]

export const HUNDRED: readonly RealGate[] = [
  ...workflow,
  ...refunds,
  ...deploys,
  ...access,
  ...review,
  ...elicitation,
  ...kubernetes,
  ...openApi,
  ...drafts,
  ...unusual,
]
