import { type Json, pathOf } from '@/lib/binding'
import { BLANK, type Draft, withMember } from './draft'
import { type Field, fieldOf } from './field'
import type { Book } from './schema'

/** The name of the field in a plain form that holds the answer at a place. */
export function nameAt(at: readonly (string | number)[]): string {
  return pathOf(at)
}

/** Is this the name of such a field? Every path begins at the root. */
export function isAnswerName(name: string): boolean {
  return name.startsWith('$')
}

/** What was given under each name, as `draftFrom` asks for it. */
export function textsIn(fields: { readonly [name: string]: readonly string[] }): (name: string) => readonly string[] {
  return (name) => (Object.hasOwn(fields, name) ? (fields[name] ?? []) : [])
}

/** How an option or a yes or no stands in a plain form: by its place, so that `null` and objects arrive exactly. */
export function optionName(n: number): string {
  return String(n)
}

/**
 * Says whether the form is a plain one: fields one below the other whose names and values say it all, so that it also
 * works without JavaScript.
 */
export function isPlain(book: Book, schema: Json): boolean {
  const field = fieldOf(book, schema, undefined, { label: '', required: true })
  if (field.is !== 'object') return isLeaf(field)
  if (hasConditions(schema)) return false
  return (
    field.more === null &&
    field.members.every((member) =>
      isLeaf(fieldOf(book, member.schema, undefined, { label: '', required: member.required })),
    )
  )
}

function isLeaf({ is }: Field): boolean {
  return is === 'boolean' || is === 'choice' || is === 'text' || is === 'number' || is === 'fixed' || is === 'several'
}

function hasConditions(schema: Json): boolean {
  const text = JSON.stringify(schema)
  return /"(?:if|dependentSchemas|dependencies)":/.test(text)
}

/** Reads what a plain form sent back into a draft: `given` gives the values of a field, by name. */
export function draftFrom(book: Book, schema: Json, given: (name: string) => readonly string[]): Draft {
  const field = fieldOf(book, schema, undefined, { label: '', required: true })
  if (field.is !== 'object') return leaf(field, given(nameAt([])))
  return field.members.reduce<Draft>(
    (draft, { name, schema: inner, required }) =>
      withMember(draft, name, leaf(fieldOf(book, inner, undefined, { label: '', required }), given(nameAt([name])))),
    { is: 'object', members: [] },
  )
}

function leaf(field: Field, texts: readonly string[]): Draft {
  const [text = ''] = texts
  switch (field.is) {
    case 'boolean':
      return text === 'true' || text === 'false' ? { is: 'value', value: text === 'true' } : BLANK
    case 'choice': {
      const option = text === '' ? undefined : field.options[Number(text)]
      return option === undefined ? BLANK : { is: 'value', value: option.value }
    }
    case 'several': {
      const chosen = field.options.filter((_, n) => texts.includes(optionName(n))).map(({ value }) => value)
      return chosen.length === 0 ? BLANK : { is: 'value', value: chosen }
    }
    case 'number':
      return text.trim() === '' ? BLANK : { is: 'typed', text }
    case 'text':
      // A form sends its line ends as CR LF, whatever was typed.
      return text === '' ? BLANK : { is: 'value', value: text.replaceAll('\r\n', '\n') }
    default:
      return BLANK
  }
}
