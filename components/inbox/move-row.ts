/** Moves the focus to the next row, or the one before; from elsewhere to the one that is open, else to the first. */
export function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const focused = rows.findIndex((row) => row.contains(document.activeElement))
  const open = rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
  const from = focused >= 0 ? focused : open
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by))
  rows[to]?.focus()
}

export function focusSearch(): void {
  document.querySelector<HTMLElement>('input[type="search"]')?.focus()
}
