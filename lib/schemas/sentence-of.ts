const TYPES: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false (boolean)',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const WORDS: { readonly [comparison: string]: string } = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
}

/** No more of a list, and no more of one value, are told. */
const MOST_CHOICES = 50
const LONGEST = 200
/** What was said of a list or an object: the same is said of every entry of a long answer. */
const saidOfLists = new WeakMap<object, string>()
const saidOfValues = new WeakMap<object, string>()

function choices(allowed: unknown): string {
  const list: readonly unknown[] = Array.isArray(allowed) ? allowed : [allowed]
  const known = saidOfLists.get(list)
  if (known !== undefined) return known
  const more = list.length > MOST_CHOICES ? ` or ${list.length - MOST_CHOICES} others` : ''
  const first = list.slice(0, MOST_CHOICES).map(short).join(', ')
  const sentence =
    list.length === 0 ? 'can be nothing at all: no value is allowed here' : `must be one of: ${first}${more}`
  saidOfLists.set(list, sentence)
  return sentence
}

function short(value: unknown): string {
  const isHeld = typeof value === 'object' && value !== null
  const known = isHeld ? saidOfValues.get(value) : undefined
  if (known !== undefined) return known
  const text = JSON.stringify(value) ?? ''
  const told = text.length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join('')}…` : text
  if (isHeld) saidOfValues.set(value, told)
  return told
}

/** Says in plain words what a value that breaks a keyword should have been. `params` are named as Ajv names them. */
export function sentenceOf(keyword: string, params: { readonly [name: string]: unknown }): string {
  switch (keyword) {
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => TYPES[String(type)] ?? String(type))
        .join(' or ')}`
    case 'enum':
      return choices(params.allowedValues)
    case 'const':
      return `must be ${short(params.allowedValue)}`
    case 'format':
      return `must be a ${String(params.format)}`
    case 'pattern':
      return `must match ${String(params.pattern)}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries`
    case 'minProperties':
      return `must have at least ${params.limit} members`
    case 'maxProperties':
      return `must have at most ${params.limit} members`
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
    case 'formatMinimum':
    case 'formatMaximum':
      return `must be ${WORDS[String(params.comparison)] ?? params.comparison} ${params.limit}`
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`
    case 'uniqueItems':
      return `has the same entry at ${params.j} and ${params.i}`
    case 'anyOf':
    case 'oneOf':
      return 'fits none of the forms it may have, or more than one'
    case 'not':
      return 'has a form that it may not have'
    case 'contains':
      return params.maxContains === undefined
        ? `must have at least ${params.minContains} entries of the kind asked for`
        : `must have at least ${params.minContains} and at most ${params.maxContains} entries of the kind asked for`
    case 'false schema':
      return 'must not be there'
    default:
      return `breaks the rule «${keyword}»`
  }
}
