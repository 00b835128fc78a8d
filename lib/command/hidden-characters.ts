import { type Segment, visible } from '@/lib/confirmation'
import type { ReadingNote } from './reading-note'

const TAB = 'U+0009'
/** More blanks between two words than any column needs. */
const GAP = /\S[ \t]{100,}\S/g
/** More empty lines than any window is high. */
const EMPTY_LINES = 50
/** So many kinds are named in one note. */
const MAX_NAMED = 4

/**
 * Finds the characters of a script that do not show, line by line. A tab is drawn as a chip too, but is no cause for a
 * note: scripts are full of them. A gap wide enough to push what follows out of a window is one.
 */
export function hiddenIn(lines: readonly string[]): { count: number; notes: ReadingNote[] } {
  let count = 0
  const notes: ReadingNote[] = emptyLinesIn(lines)
  for (const [place, line] of lines.entries()) {
    const chips = visible(line).filter((segment): segment is Chip => segment.kind === 'char' && segment.code !== TAB)
    const gap = Math.max(0, ...[...line.matchAll(GAP)].map(([found]) => found.length - 2))
    if (gap > 0)
      notes.push({
        from: place + 1,
        to: place + 1,
        weight: 'bad',
        finding: 'leaves a long gap',
        detail: `${gap.toLocaleString('en')} blanks stand between two words: elsewhere, what follows them may be out of sight.`,
      })
    if (chips.length === 0) continue
    count += chips.length
    const moves = chips.some((chip) => chip.grave)
    const kinds = [...new Set(chips.map(({ code, name }) => `${code} ${name}`))]
    const named = kinds.slice(0, MAX_NAMED).join(', ') + (kinds.length > MAX_NAMED ? ' and others' : '')
    notes.push({
      from: place + 1,
      to: place + 1,
      weight: 'bad',
      finding: 'hides something',
      detail: moves
        ? `It holds what moves or covers the text around it on most screens: ${named}. Here each is a chip, and the letters stand in their true order.`
        : `It holds ${chips.length === 1 ? 'a character' : `${chips.length} characters`} that most screens do not show: ${named}.`,
    })
  }
  return { count, notes }
}

function emptyLinesIn(lines: readonly string[]): ReadingNote[] {
  const notes: ReadingNote[] = []
  let began: number | null = null
  for (const [place, line] of lines.entries()) {
    if (line.trim() === '') {
      began ??= place
      continue
    }
    if (began !== null && began > 0 && place - began >= EMPTY_LINES)
      notes.push({
        from: place + 1,
        to: place + 1,
        weight: 'bad',
        finding: 'stands below a long gap',
        detail: `${place - began} empty lines stand before it: elsewhere, it may be out of sight.`,
      })
    began = null
  }
  return notes
}

type Chip = Extract<Segment, { kind: 'char' }>
