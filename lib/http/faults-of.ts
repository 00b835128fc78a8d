import type { z } from '@hono/zod-openapi'
import { pointerTo } from './pointer'
import type { Fault } from './problems'

/** Enough to mend a call by. */
const MOST = 20

/** Says in plain words where a value does not fit a shape; in a query the places are its parameters. */
export function faultsOf(error: z.ZodError, place: 'body' | 'query'): Fault[] {
  const at = (path: readonly PropertyKey[]): Pick<Fault, 'pointer' | 'parameter'> =>
    place === 'query' ? { parameter: String(path[0] ?? '') } : { pointer: pointerTo(path) }
  return error.issues
    .flatMap((issue): Fault[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ ...at([...issue.path, key]), detail: 'is not known here' }))
        : [{ ...at(issue.path), detail: sentenceOf(issue, place) }],
    )
    .slice(0, MOST)
}

type Issue = z.ZodError['issues'][number]

const KINDS: { [expected: string]: string } = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function sentenceOf(issue: Issue, place: 'body' | 'query'): string {
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'invalid_union') return issue.message
  if (issue.input === undefined) return 'is missing'
  if (place === 'query' && Array.isArray(issue.input)) return 'is given more than once'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    default:
      return issue.message
  }
}
