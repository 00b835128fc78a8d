import type { Json } from '@/lib/binding'
import { visibleText } from '@/lib/confirmation'
import { fieldOf } from './field'
import type { Book } from './schema'

/** No more names are told; nobody learns a longer list by heart. */
const MOST = 20

/** What an answer written as JSON may look like: the names asked for, and the outline to write them in. */
export type Outline = { names: string; shape: string }

/**
 * The names that an answer can have, as a person must write them. The outline is for looking at only: nothing of it is
 * in the answer until it is typed. Empty where the answer is no object.
 */
export function askedNames(book: Book, plain: Json): Outline {
  const field = fieldOf(book, plain, undefined, { label: '', required: true })
  if (field.is !== 'object' || field.members.length === 0) return { names: '', shape: '' }
  const told = field.members.slice(0, MOST).map(({ name, required }) => ({
    quoted: visibleText(JSON.stringify(name)),
    required,
  }))
  const more = field.members.length - told.length
  const names = told.map(({ quoted, required }) => (required ? `${quoted} (required)` : quoted)).join(', ')
  return {
    names: `Asked for: ${names}${more > 0 ? ` and ${more} more` : ''}.`,
    shape: `{\n${told.map(({ quoted }) => `  ${quoted}: …`).join(',\n')}\n}`,
  }
}
