import type { Json } from '@/lib/binding'
import { allowedBy, allowedConst } from '../allowed'
import { hasFormat, workOfFormat } from '../formats'
import { isMultipleOf } from '../multiple-of'
import { fail, type Here } from './run'

/** `type`, `enum`, `const`: what the value is. */
export function valueRules(here: Here): void {
  const { schema, value, run } = here
  const { effort } = run
  const { type } = schema
  if (type !== undefined && !(Array.isArray(type) ? type.some((each) => isOfType(value, each)) : isOfType(value, type)))
    fail(here, 'type', { type })
  if (Array.isArray(schema.enum) && !allowedBy(schema.enum)(value, effort))
    fail(here, 'enum', { allowedValues: schema.enum })
  if (schema.const !== undefined && !allowedConst(schema.const)(value, effort))
    fail(here, 'const', { allowedValue: schema.const })
}

/** Limits of numbers. Draft 4 makes its own limits exclusive by a `true` beside them. */
export function numberRules(here: Here): void {
  const { schema, value } = here
  if (typeof value !== 'number') return
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema
  const limit = (keyword: string, comparison: string, of: Json | undefined, isMet: (limit: number) => boolean) => {
    if (typeof of === 'number' && !isMet(of)) fail(here, keyword, { comparison, limit: of })
  }
  if (above === true) limit('exclusiveMinimum', '>', minimum, (least) => value > least)
  else limit('minimum', '>=', minimum, (least) => value >= least)
  if (below === true) limit('exclusiveMaximum', '<', maximum, (most) => value < most)
  else limit('maximum', '<=', maximum, (most) => value <= most)
  limit('exclusiveMinimum', '>', above, (least) => value > least)
  limit('exclusiveMaximum', '<', below, (most) => value < most)
  if (typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf)) fail(here, 'multipleOf', { multipleOf })
  if (typeof schema.format === 'string') formatRule(here, schema.format)
}

/** Length, pattern and format of texts; lengths in code points. */
export function stringRules(here: Here): void {
  const { schema, value, run } = here
  if (typeof value !== 'string') return
  const { minLength, maxLength, pattern } = schema
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    run.effort.read(value.length)
    const length = codePoints(value)
    if (typeof minLength === 'number' && length < minLength) fail(here, 'minLength', { limit: minLength })
    if (typeof maxLength === 'number' && length > maxLength) fail(here, 'maxLength', { limit: maxLength })
  }
  if (typeof pattern === 'string' && !matches(run, pattern, value)) fail(here, 'pattern', { pattern })
  if (typeof schema.format === 'string') formatRule(here, schema.format)
}

function formatRule(here: Here, format: string): void {
  const { value, run } = here
  if (!run.assertsFormat) return
  if (typeof value === 'string') run.effort.read(workOfFormat(value))
  if (!hasFormat(format, value)) fail(here, 'format', { format })
}

/** Holds a text against a pattern. */
export function matches(run: Here['run'], source: string, text: string): boolean {
  const pattern = run.pattern(source)
  run.effort.match(text.length, pattern.size)
  return pattern.test(text)
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function codePoints(text: string): number {
  let length = text.length
  for (let n = 1; n < text.length; n++) if (isLow(text.charCodeAt(n)) && isHigh(text.charCodeAt(n - 1))) length -= 1
  return length
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
