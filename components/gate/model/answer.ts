import { type Json, pathOf } from '@/lib/binding'
import { BLANK, type Draft, entriesOf, extrasOf, memberOf, readJson, readNumber, type Unread } from './draft'
import { type Field, fieldOf } from './field'
import { nameInWords } from './labels'
import type { Book } from './schema'

type At = readonly (string | number)[]

/** What the form says now: the answer, if there is one, and the places that cannot be read. */
export type Said = { value: Json | undefined; unread: Unread[]; forms: Chosen[] }

/** A form that was chosen among several, and what is in it: what is wrong inside it is told by that form alone. */
export type Chosen = { at: At; schema: Json; value: Json }

/** A place of the answer that is drawn, for messages: where it is, and what it is called. */
export type Place = { path: string; label: string; field: Field }

/** How often what a schema asks is looked at again because of what was answered to it. */
const ROUNDS = 6

/**
 * Reads the answer out of a draft: exactly what is drawn, and nothing that a condition has hidden again. What is blank
 * is left out; a list has no gaps; what is optional and wholly blank is not there.
 */
export function say(book: Book, schema: Json, draft: Draft, places: Place[] = []): Said {
  const unread: Unread[] = []
  const forms: Chosen[] = []
  const value = read({ book, unread, places, forms }, schema, draft, [], { label: 'Your answer', required: true })
  return { value, unread, forms }
}

type Reader = { book: Book; unread: Unread[]; places: Place[]; forms: Chosen[] }
type Asked = { label: string; required: boolean; inForm?: boolean }

function read(reader: Reader, schema: Json, draft: Draft, at: At, asked: Asked): Json | undefined {
  const field = drawn(reader.book, schema, draft, asked)
  reader.places.push({ path: pathOf(at), label: field.label, field })
  if (draft.is === 'json') return readable(reader, at, draft.text, readJson(draft.text), field.required)
  switch (field.is) {
    case 'fixed':
      return field.value
    case 'nothing':
      return draft.is === 'blank' && !field.required && asked.inForm !== true ? undefined : null
    case 'number':
      return draft.is === 'typed' ? readable(reader, at, draft.text, readNumber(draft.text), false) : plain(draft)
    case 'object':
      return object(reader, field, draft, at, asked)
    case 'list':
      return list(reader, field, draft, at)
    case 'form': {
      const chosen = draft.is === 'form' ? field.options[draft.option] : undefined
      if (draft.is !== 'form' || chosen === undefined) return undefined
      const value = read(reader, chosen.schema, draft.draft, at, { label: field.label, required: true, inForm: true })
      if (value !== undefined) reader.forms.push({ at, schema: chosen.schema, value })
      return value
    }
    default:
      return plain(draft)
  }
}

function plain(draft: Draft): Json | undefined {
  return draft.is === 'value' ? draft.value : undefined
}

function readable(
  { unread }: Reader,
  at: At,
  text: string,
  result: { ok: true; value: Json } | { ok: false; message: string },
  isOwed: boolean,
): Json | undefined {
  if (result.ok) return result.value
  if (text.trim() !== '' || isOwed) unread.push({ at, message: result.message, text })
  return undefined
}

function object(reader: Reader, field: Field & { is: 'object' }, draft: Draft, at: At, asked: Asked): Json | undefined {
  const members: [string, Json][] = []
  let isGiven = draft.is === 'object' && draft.members.length === 0
  for (const { name, schema, required } of field.members) {
    const label = nameInWords(name)
    const inner = { label, required, ...(asked.inForm === undefined ? {} : { inForm: asked.inForm }) }
    const value = read(reader, schema, memberOf(draft, name), [...at, name], inner)
    if (value === undefined) continue
    members.push([name, value])
    const isFixed = reader.places.some(({ path, field: of }) => path === pathOf([...at, name]) && of.is === 'fixed')
    if (!isFixed) isGiven = true
  }
  const taken = new Set(field.members.map(({ name }) => name))
  for (const { name, draft: extra } of extrasOf(draft)) {
    isGiven = true
    const value = read(reader, field.more ?? true, extra, [...at, name], { label: name, required: true })
    if (taken.has(name)) reader.unread.push({ at: [...at, name], message: `«${name}» is there twice`, text: name })
    else if (value !== undefined) members.push([name, value])
    taken.add(name)
  }
  return isGiven || field.required || asked.inForm === true ? Object.fromEntries(members) : undefined
}

function list(reader: Reader, field: Field & { is: 'list' }, draft: Draft, at: At): Json | undefined {
  const read1 = (schema: Json, each: Draft, n: number) =>
    read(reader, schema, each, [...at, n], { label: `${field.label} ${n + 1}`, required: false })
  const values: Json[] = []
  const gaps: number[] = []
  for (const [n, { draft: each }] of filled(field, draft).entries()) {
    const value = read1(field.places[n] ?? field.more ?? true, each, values.length)
    if (value === undefined) {
      if (n < field.places.length) gaps.push(n)
      continue
    }
    // In a tuple the place says what a value is: one before it cannot be left out.
    for (const gap of gaps.splice(0))
      reader.unread.push({ at: [...at, gap], message: 'cannot be left out before the next', text: '' })
    values.push(value)
  }
  return values.length > 0 || draft.is === 'list' || field.required ? values : undefined
}

/** The entries to draw: those there are, and at least one for each place of a tuple. */
export function filled({ places }: Field & { is: 'list' }, draft: Draft): { key: number; draft: Draft }[] {
  const entries = entriesOf(draft)
  const missing = places.slice(entries.length).map((_, n) => ({ key: -1 - n - entries.length, draft: BLANK }))
  return [...entries, ...missing]
}

/** What a place is asked with now. What an object asks may depend on its own members, so it is looked at until it rests. */
export function drawn(book: Book, schema: Json, draft: Draft, asked: Asked): Field {
  let field = fieldOf(book, schema, draft.is === 'value' ? draft.value : undefined, asked)
  if (field.is !== 'object' || draft.is !== 'object') return field
  for (let round = 0; round < ROUNDS; round++) {
    const value = object({ book, unread: [], places: [], forms: [] }, { ...field, required: true }, draft, [], asked)
    const next = fieldOf(book, schema, value, asked)
    if (next.is !== 'object') return next
    const isSettled = JSON.stringify(next.members) === JSON.stringify(field.members)
    field = next
    if (isSettled) break
  }
  return field
}
