'use client'
import { useKeys } from '../frame/keys'

/** `a`, `r` and `x` move the focus to their button, and no further; `more` adds keys of the screen around it. */
export function useVerdictKeys(more: { [key: string]: (() => void) | undefined }): void {
  useKeys({ a: () => focusOn('a'), r: () => focusOn('r'), x: () => focusOn('x'), ...more })
}

function focusOn(key: string): void {
  const button = document.querySelector(`[data-key="${key}"]`)
  if (!(button instanceof HTMLElement)) return
  button.focus()
  button.scrollIntoView({ block: 'nearest' })
}
