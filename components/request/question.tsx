'use client'
import type { Sheet } from './sheet-state'

/** What is asked beside the confirmation, drawn by kind; a write asks nothing more. */
export function Question({ sheet }: { sheet: Sheet }) {
  switch (sheet.live.kind) {
    default:
      return null
  }
}
