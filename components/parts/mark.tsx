/** The mark of Countersign: two ticks on a line. */
export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 19.5h18" />
      <path d="M3.5 10.5l4 4.25L14.5 6" />
      <path d="M12.25 13.25l1.5 1.5L21 6" />
    </svg>
  )
}
