/** Where we differ from react-jsonschema-form on one of the hundred gates, place by place, and why. */
export type Difference = { gate: string; where: readonly string[]; why: string }

const TAKES_FIRST = 'of several forms it takes the first by itself; ours lists them all, and a person chooses'

/** With nothing suggested, except where the place begins with «suggested». */
export const DRAWN_OTHERWISE: readonly Difference[] = [
  { gate: 'full or partial', where: ['$.kind missing'], why: TAKES_FIRST },
  { gate: 'by card or voucher', where: ['$.to.last4 missing'], why: TAKES_FIRST },
  { gate: 'update strategy', where: ['$.strategy.type missing'], why: TAKES_FIRST },
  { gate: 'a discriminator', where: ['$.pet missing', '$.lives missing'], why: TAKES_FIRST },
  {
    gate: 'notify nobody',
    where: ['$.why_not missing'],
    why: 'it answers a required yes or no with «no» by itself, and asks why not; ours assumes neither',
  },
  {
    gate: 'read-only and deprecated',
    where: ['$.old other words', 'suggested: $.old other words'],
    why: 'it writes «(deprecated)» into the label',
  },
  {
    gate: 'within itself',
    where: ['$', '$.name', '$.child', '$.child.name'].flatMap((path) => [
      `${path} missing`,
      `suggested: ${path} missing`,
    ]),
    why: 'it draws two rounds of an endless form; ours asks for JSON, and judges it',
  },
]

/** What it cannot draw at all; ours can. */
export const NOT_DRAWN: readonly { gate: string; says: string; why: string }[] = [
  {
    gate: 'an $id of its own',
    says: 'Could not find a definition for https://acme.example/gate#/$defs/n.',
    why: 'it follows references from the root by pointer only',
  },
  { gate: '2020-12, an anchor', says: 'Invalid JSON pointer.', why: 'it knows no anchors' },
]

/** On the server, and in the browser too unless it says otherwise. */
export const JUDGED_OTHERWISE: readonly (Difference & { inBrowser: boolean })[] = [
  {
    gate: 'approved, without a type',
    where: ['$ is null', '$ is true', '$ is 0.5', '$ is 1', '$ is "text"', '$ is []'],
    why: 'by the specification `required` is true of what is no object, so a bare null would approve; our server refuses',
    inBrowser: false,
  },
  {
    gate: 'nullable and example',
    where: ['$.note is null'],
    why: 'Ajv reads OpenAPI’s `nullable`, which no draft of JSON Schema has',
    inBrowser: true,
  },
  {
    gate: 'names of every object',
    where: [
      '$ lacks __proto__',
      '$ lacks constructor',
      '$.__proto__ is null',
      '$.__proto__ is true',
      '$.__proto__ is 0.5',
      '$.__proto__ is 1',
      '$.__proto__ is []',
      '$.__proto__ is {}',
    ],
    why: 'without `ownProperties` Ajv takes what every object inherits for a member, and never looks at `__proto__`',
    inBrowser: true,
  },
]

/** What it gives no verdict on, whatever the answer. */
export const NOT_JUDGED: readonly { gate: string; says: string; why: string }[] = [
  {
    gate: 'draft 7, by https',
    says: 'no schema with key or ref "https://json-schema.org/draft-07/schema#"',
    why: 'it knows the draft by its http address only',
  },
]
