import { cut, visibleText } from '@/lib/confirmation'

/** A name as plain text of a picture: what is hidden in it stands as words, and a long one says how much is left out. */
export function cutTo(name: string, limit: number): string {
  const { shown, hidden } = cut(visibleText(name), limit)
  return hidden === 0 ? shown : `${shown}… (${hidden} more)`
}
