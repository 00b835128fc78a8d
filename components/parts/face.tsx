import { visible } from '@/lib/confirmation'

/** A person's initials in a circle; decoration, the name stands beside it. */
export function Face({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <span className={small ? 'face small' : 'face'} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const plain = visible(name)
    .map((segment) => (segment.kind === 'text' ? segment.text : ' '))
    .join('')
  const words = plain.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const first = words.at(0)
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
