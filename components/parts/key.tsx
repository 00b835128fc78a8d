/** A key, drawn beside what it does; not read out, since `aria-keyshortcuts` says it. */
export function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{name}</kbd>
    </span>
  )
}
