import type { Json } from '@/lib/binding'
import { labelOf, nameInWords, TYPE_NAMES } from './labels'
import { type Book, effective, isSchema, merged, type Schema } from './schema'

/** Keywords that a form can be drawn of; a branch without any only constrains what is drawn anyway. */
const DRAWN = [
  'type',
  'properties',
  'enum',
  'const',
  'items',
  'prefixItems',
  '$ref',
  'oneOf',
  'anyOf',
  'allOf',
  'format',
  'minLength',
  'minimum',
]

/** The forms that a place may have, of which a person chooses one; null where it has but one. */
export function optionsIn(book: Book, schema: Schema): { label: string; schema: Json }[] | null {
  const { oneOf, anyOf, ...rest } = schema
  const branches = [oneOf, anyOf].find((each): each is Json[] => Array.isArray(each) && each.some(isDrawn))
  if (branches !== undefined) {
    const kept = branches.filter((branch) => branch !== false)
    return kept.map((branch, n) => ({
      label: formName(effective(book, branch, undefined), n),
      schema: withRest(rest, branch),
    }))
  }
  if (!Array.isArray(schema.type) || schema.type.length < 2) return null
  return schema.type.map((type) => ({
    label: TYPE_NAMES[String(type)] ?? String(type),
    schema: { ...rest, title: '', type },
  }))
}

function isDrawn(branch: Json): boolean {
  return isSchema(branch) && DRAWN.some((keyword) => branch[keyword] !== undefined)
}

/** A branch and what stands beside it both apply; the words beside it are those of the whole. */
function withRest({ title: _, description: __, default: ___, ...rest }: Schema, branch: Json): Json {
  return Object.keys(rest).length === 0 || !isSchema(branch) ? branch : { allOf: [merged({}, rest), branch] }
}

function formName(form: Schema, n: number): string {
  if (typeof form.title === 'string' && form.title !== '') return form.title
  if (form.const !== undefined) return labelOf(form.const)
  const properties = isSchema(form.properties) ? form.properties : {}
  const fixed = Object.values(properties).find((each) => isSchema(each) && each.const !== undefined)
  if (isSchema(fixed) && fixed.const !== undefined) return labelOf(fixed.const)
  const names = Object.keys(properties)
  if (names.length > 0) return names.slice(0, 3).map(nameInWords).join(', ')
  return typeof form.type === 'string' ? (TYPE_NAMES[form.type] ?? form.type) : `Form ${n + 1}`
}
