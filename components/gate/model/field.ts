import { canonicalize, type Json } from '@/lib/binding'
import { optionsIn } from './forms'
import { labelOf } from './labels'
import { type Book, effective, isSchema, type Schema } from './schema'

/** One of the values that can be chosen. */
export type Option = { label: string; value: Json }

/** What one place of the answer is asked with. Places below it are schemas still: they are drawn when they are reached. */
export type Field = { label: string; description: string; required: boolean; schema: Schema } & (
  | { is: 'boolean' }
  | { is: 'choice'; options: Option[] }
  | { is: 'several'; options: Option[] }
  | { is: 'text'; long: boolean; format: string | null }
  | { is: 'number'; whole: boolean }
  | { is: 'fixed'; value: Json }
  | { is: 'nothing' }
  | { is: 'object'; members: { name: string; schema: Json; required: boolean }[]; more: Json | null }
  | { is: 'list'; places: Json[]; more: Json | null; most: number | null }
  | { is: 'form'; options: { label: string; schema: Json }[] }
  | { is: 'json' }
)

type Asked = { label: string; required: boolean; inForm?: boolean }

/** A text that may be this long is written in a box of several lines. */
const LONG = 200

/** Says what a place is asked with: its schema, drawn together, as it applies to what stands there now. */
export function fieldOf(book: Book, given: Json, value: Json | undefined, asked: Asked): Field {
  const schema = effective(book, given, value)
  const common = {
    label: typeof schema.title === 'string' && schema.title.trim() !== '' ? schema.title : asked.label,
    description: typeof schema.description === 'string' ? schema.description : '',
    required: asked.required,
    schema,
  }
  if (schema.const !== undefined)
    return asked.required || asked.inForm === true
      ? { ...common, is: 'fixed', value: schema.const }
      : { ...common, is: 'choice', options: [{ label: labelOf(schema.const), value: schema.const }] }
  const options = chosenFrom(schema)
  if (options !== null) return { ...common, is: 'choice', options: toldApart(options) }
  const forms = optionsIn(book, schema)
  if (forms !== null) return { ...common, is: 'form', options: forms }
  switch (typeOf(schema)) {
    case 'boolean':
      return { ...common, is: 'boolean' }
    case 'integer':
    case 'number':
      return { ...common, is: 'number', whole: schema.type === 'integer' }
    case 'string':
      return {
        ...common,
        is: 'text',
        long: isLong(schema),
        format: typeof schema.format === 'string' ? schema.format : null,
      }
    case 'null':
      return { ...common, is: 'nothing' }
    case 'array':
      return listOf(book, schema, common)
    case 'object':
      return objectOf(schema, common)
    default:
      return { ...common, is: 'json' }
  }
}

type Common = Pick<Field, 'label' | 'description' | 'required' | 'schema'>

function objectOf(schema: Schema, common: Common): Field {
  const properties = isSchema(schema.properties) ? schema.properties : {}
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : [])
  const more = moreIn(schema)
  const names = [...new Set([...Object.keys(properties), ...required])]
  const members = names.flatMap((name) => {
    const own = Object.hasOwn(properties, name) ? (properties[name] ?? true) : true
    return own === false ? [] : [{ name, schema: own, required: required.has(name) }]
  })
  if (members.length === 0 && more === null && schema.additionalProperties !== false) return { ...common, is: 'json' }
  return { ...common, is: 'object', members, more }
}

/** What further members may be, where the schema says; null where it says nothing, or that there are none. */
function moreIn({ additionalProperties, patternProperties, unevaluatedProperties }: Schema): Json | null {
  const [pattern] = isSchema(patternProperties) ? Object.values(patternProperties) : []
  const named = [additionalProperties, unevaluatedProperties].find(isSchema)
  return named ?? pattern ?? null
}

function listOf(book: Book, schema: Schema, common: Common): Field {
  const places = [schema.prefixItems, schema.items].find(Array.isArray) ?? []
  const more =
    (Array.isArray(schema.items) ? schema.additionalItems : schema.items) ?? (places.length > 0 ? null : true)
  const each = more === null || more === false ? null : effective(book, more, undefined)
  const options = each === null || places.length > 0 ? null : chosenFrom(each)
  if (options !== null && schema.uniqueItems === true) return { ...common, is: 'several', options: toldApart(options) }
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : null
  return { ...common, is: 'list', places, more: more === false ? null : more, most }
}

/** The values to choose from: an `enum`, or a `oneOf` whose every form is one value with a name. */
function chosenFrom(schema: Schema): Option[] | null {
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : []
    return schema.enum.map((value, n) => {
      const name = names[n]
      return { value, label: typeof name === 'string' ? name : labelOf(value) }
    })
  }
  const forms = [schema.oneOf, schema.anyOf].find(Array.isArray)
  const values = (forms ?? []).map((form) =>
    isSchema(form) && form.const !== undefined ? { form, value: form.const } : null,
  )
  if (values.length === 0 || values.some((each) => each === null)) return null
  return values.flatMap((each) =>
    each === null
      ? []
      : [{ value: each.value, label: typeof each.form.title === 'string' ? each.form.title : labelOf(each.value) }],
  )
}

/** Two values with one name are named by their JSON: `1` and `"1"`. */
function toldApart(options: Option[]): Option[] {
  const labels = options.map(({ label }) => label)
  return options.map(({ label, value }) => ({
    value,
    label: labels.indexOf(label) === labels.lastIndexOf(label) ? label : canonicalize(value),
  }))
}

/** The type that is said, or the one that the keywords can only mean. */
function typeOf(schema: Schema): string | null {
  if (typeof schema.type === 'string') return schema.type
  if (Array.isArray(schema.type) && schema.type.length === 1) return String(schema.type[0])
  const has = (...keywords: string[]) => keywords.some((keyword) => schema[keyword] !== undefined)
  if (has('properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'))
    return 'object'
  if (has('items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems')) return 'array'
  if (has('pattern', 'minLength', 'maxLength', 'format')) return 'string'
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : null
}

function isLong({ maxLength, minLength, contentMediaType }: Schema): boolean {
  return (
    (typeof maxLength === 'number' && maxLength >= LONG) ||
    (typeof minLength === 'number' && minLength >= 80) ||
    contentMediaType !== undefined
  )
}
