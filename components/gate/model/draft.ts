import { type Json, parseStrictJson } from '@/lib/binding'

/**
 * What stands in the form so far: an answer in the making, in the shape of what is typed rather than of what it means.
 * It is plain data, so it can be kept while the page is away.
 */
export type Draft =
  | { is: 'blank' }
  /** Chosen, or a text as it stands. */
  | { is: 'value'; value: Json }
  /** What is typed into a field of numbers; it may not be one yet. */
  | { is: 'typed'; text: string }
  /** What is typed as JSON; it may not be any yet. */
  | { is: 'json'; text: string }
  | { is: 'list'; entries: Entry[] }
  | { is: 'object'; members: Member[] }
  /** One form of several, by its place among them. */
  | { is: 'form'; option: number; draft: Draft }

/** `key` stays with an entry while others go. */
export type Entry = { key: number; draft: Draft }
/** `key` is there for members that the schema does not name: their name can be typed as well. */
export type Member = { name: string; draft: Draft; key?: number }

export const BLANK: Draft = { is: 'blank' }

/** A place that could not be read: it has no value, so nothing can be recorded yet. */
export type Unread = { at: readonly (string | number)[]; message: string; text: string }

/** Reads a number as it is typed: exactly, or not at all. */
export function readNumber(text: string): { ok: true; value: number } | { ok: false; message: string } {
  const read = parseStrictJson(text.trim())
  if (read.ok && typeof read.value === 'number') return { ok: true, value: read.value }
  const isTooLarge = !read.ok && read.error.code === 'unsafe_number'
  return {
    ok: false,
    message: isTooLarge
      ? 'is too large, or has too many digits, to be kept exactly; whoever asks would have to ask for a text'
      : 'is not a number: write 12, -3 or 0.5',
  }
}

/** Reads a piece of JSON as it is typed. */
export function readJson(text: string): { ok: true; value: Json } | { ok: false; message: string } {
  const read = text.trim() === '' ? null : parseStrictJson(text)
  if (read?.ok) return read
  return {
    ok: false,
    message: read === null ? 'is empty' : `is not JSON: ${read.error.at[0]?.message ?? read.error.code}`,
  }
}

/** The member of an object by name; blank where nothing has been said of it. */
export function memberOf(draft: Draft, name: string): Draft {
  return (
    (draft.is === 'object' &&
      draft.members.find((member) => member.name === name && member.key === undefined)?.draft) ||
    BLANK
  )
}

/** The same object with one member as it is now. */
export function withMember(draft: Draft, name: string, now: Draft): Draft {
  const members = draft.is === 'object' ? draft.members : []
  const isOther = (member: Member) => member.name !== name || member.key !== undefined
  const place = members.findIndex((member) => !isOther(member))
  const next = { name, draft: now }
  return { is: 'object', members: place === -1 ? [...members, next] : members.with(place, next) }
}

export function entriesOf(draft: Draft): Entry[] {
  return draft.is === 'list' ? draft.entries : []
}

/** Members that the schema does not name. */
export function extrasOf(draft: Draft): Member[] {
  return draft.is === 'object' ? draft.members.filter(({ key }) => key !== undefined) : []
}

/** A key that none of these has. */
export function nextKey(items: readonly { key?: number }[]): number {
  return Math.max(0, ...items.map(({ key = 0 }) => key)) + 1
}
