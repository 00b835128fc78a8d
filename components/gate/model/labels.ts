import { canonicalize, type Json } from '@/lib/binding'

/** A value in words, for people who choose it. */
export function labelOf(value: Json): string {
  if (value === null) return 'Nothing (null)'
  if (value === '') return 'Empty text'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : canonicalize(value)
}

/** A member's name in words, where the schema has no title for it: `largest_difference` reads as «Largest difference». */
export function nameInWords(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  if (words === '') return name === '' ? 'Empty name' : name
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** The types of JSON, as what can be answered. */
export const TYPE_NAMES: { readonly [type: string]: string } = {
  string: 'A text',
  number: 'A number',
  integer: 'A whole number',
  boolean: 'Yes or no',
  array: 'A list',
  object: 'Several values',
  null: 'Nothing (null)',
}
