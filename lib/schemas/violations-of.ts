import type { ErrorObject } from 'ajv'
import { type Json, pathOf } from '@/lib/binding'
import { sentenceOf } from './sentence-of'

type Violation = { path: string; message: string }

/** No more are told. */
const MOST = 20

/** No more are looked at: a hostile list does not make an answer slow. */
const LOOKED_AT = 1_000

/** Turns the validator's errors into places and plain words: sorted by path, then message; none twice; at most 20. */
export function violationsOf(errors: readonly ErrorObject[], value: Json): Violation[] {
  const found = new Map<string, Violation>()
  for (const error of withoutBranches(errors.slice(0, LOOKED_AT))) {
    const violation = violationOf(error, value)
    found.set(`${violation.path}\n${violation.message}`, violation)
  }
  return [...found.values()]
    .sort((a, b) => byCodePoint(a.path, b.path) || byCodePoint(a.message, b.message))
    .slice(0, MOST)
}

/** A failed `anyOf` or `oneOf` is one violation at the value: what each branch says of it would contradict itself. */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = []
  for (const error of errors) {
    // The branches' own errors come directly before; through a `$ref` they carry the place of its target.
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') while (isOfBranch(kept.at(-1), error)) kept.pop()
    // «must match the then branch» says nothing beside what does not match in it.
    if (error.keyword !== 'if') kept.push(error)
  }
  return kept
}

function isOfBranch(error: ErrorObject | undefined, of: ErrorObject): boolean {
  if (error === undefined || !error.instancePath.startsWith(of.instancePath)) return false
  return error.schemaPath.startsWith(`${of.schemaPath}/`) || /^#\/(?:\$defs|definitions)\//.test(error.schemaPath)
}

function violationOf(error: ErrorObject, value: Json): Violation {
  const { keyword, params } = error
  const at = segmentsOf(error.instancePath, value)
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return { path: pathOf([...at, String(params.missingProperty)]), message: 'is missing' }
    case 'additionalProperties':
      return { path: pathOf([...at, String(params.additionalProperty)]), message: 'is not known here' }
    case 'unevaluatedProperties':
      return { path: pathOf([...at, String(params.unevaluatedProperty)]), message: 'is not known here' }
    case 'propertyNames':
      return { path: pathOf([...at, String(params.propertyName)]), message: 'is not a name that may stand here' }
    default:
      return { path: pathOf(at), message: sentenceOf(keyword, params) }
  }
}

/** A segment is an index where the value has a list there: a pointer alone does not say. */
function segmentsOf(pointer: string, value: Json): (string | number)[] {
  const segments: (string | number)[] = []
  let at: unknown = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    const isIndex = Array.isArray(at)
    segments.push(isIndex ? Number(name) : name)
    at = typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, name)?.value : undefined
  }
  return segments
}

/** JavaScript compares UTF-16 units, other languages code points. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let n = 0; n < Math.min(left.length, right.length); n++) {
    const difference = (left[n]?.codePointAt(0) ?? 0) - (right[n]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
