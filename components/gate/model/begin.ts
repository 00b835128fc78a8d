import type { Json } from '@/lib/binding'
import { BLANK, type Draft } from './draft'
import { fieldOf } from './field'
import { type Book, isSchema } from './schema'

type Asked = { label: string; required: boolean; inForm?: boolean }

/** A list is begun with as many entries as it needs, within reason. */
const MOST_BEGUN = 5

/**
 * Makes the draft that a form begins with: what the run suggests, else the defaults of its schema. Nothing else is
 * assumed: a yes or no, and a choice among several, begin unanswered.
 */
export function begin(
  book: Book,
  schema: Json,
  given: Json | undefined,
  asked: Asked = { label: '', required: true },
): Draft {
  const stated = given === undefined ? fieldOf(book, schema, undefined, asked).schema.default : undefined
  const value = given ?? stated
  const field = fieldOf(book, schema, value, asked)
  const begun = (inner: Json, each: Json | undefined, required: boolean) =>
    begin(book, inner, each, { label: '', required })
  switch (field.is) {
    case 'object': {
      const members = isSchema(value) ? value : {}
      const known = field.members.flatMap(({ name, schema: inner, required }) => {
        const draft = begun(inner, Object.hasOwn(members, name) ? members[name] : undefined, required)
        return draft.is === 'blank' ? [] : [{ name, draft }]
      })
      const names = new Set(field.members.map(({ name }) => name))
      const extras = Object.entries(members)
        .filter(([name]) => !names.has(name))
        .map(([name, each], n) => ({
          name,
          key: n + 1,
          draft: field.more === null ? asJson(each) : begun(field.more, each, true),
        }))
      const all = [...known, ...extras]
      return all.length === 0 && !isSchema(value) ? BLANK : { is: 'object', members: all }
    }
    case 'list': {
      const least = Math.min(Number(field.schema.minItems ?? 0), MOST_BEGUN)
      const entries = Array.isArray(value)
        ? value
        : field.required || least > 1
          ? Array.from({ length: least }, () => undefined)
          : []
      if (entries.length === 0 && !Array.isArray(value)) return BLANK
      return {
        is: 'list',
        entries: entries.map((each, n) => ({
          key: n + 1,
          draft: begun(field.places[n] ?? field.more ?? true, each, false),
        })),
      }
    }
    case 'form': {
      if (value === undefined) return BLANK
      const option = field.options.findIndex((each) => book.fits(each.schema, value))
      const chosen = field.options[option]
      if (chosen === undefined) return asJson(value)
      return {
        is: 'form',
        option,
        draft: begin(book, chosen.schema, value, { label: '', required: true, inForm: true }),
      }
    }
    case 'number':
      return typeof value === 'number'
        ? { is: 'typed', text: String(value) }
        : value === undefined
          ? BLANK
          : asJson(value)
    case 'json':
      return value === undefined ? BLANK : asJson(value)
    case 'fixed':
      return BLANK
    default:
      return value === undefined ? BLANK : { is: 'value', value }
  }
}

/** Any value, as JSON to be edited. */
export function asJson(value: Json): Draft {
  return { is: 'json', text: JSON.stringify(value, null, 2) }
}
