import { canonicalize } from '@/lib/binding'
import type { Confirmation, Detail, Warning } from './confirmation'

/** One row of «old beside new»; null where that side has nothing. `changed` is judged on the values, not on these texts. */
export type Change = { label: string; before: string | null; now: string | null; changed: boolean }

/**
 * Sets two confirmations beside each other: a row for the title, the summary, each detail and the warnings, in the
 * order of the newer one, with what is gone after it. Details are matched by label, the nth of a label with the nth.
 *
 * Whatever differs is a changed row: where only the order of the details does, a row of its own says so. Both empty of
 * warnings: no row for them.
 */
export function changes(before: Confirmation, now: Confirmation): Change[] {
  const [old, recent] = [byLabel(before.details), byLabel(now.details)]
  return [
    row('Title', before.title, now.title),
    row('Summary', before.summary, now.summary),
    ...[...new Set([...recent.keys(), ...old.keys()])].map((key) => detailRow(old.get(key), recent.get(key))),
    ...orderRow([...old], [...recent]),
    ...warningsRow(before.warnings, now.warnings),
  ]
}

function row(label: string, before: string, now: string): Change {
  return { label, before, now, changed: before !== now }
}

/** Details by their label and which of that label they are. */
function byLabel(details: readonly Detail[]): Map<string, Detail> {
  const seen = new Map<string, number>()
  return new Map(
    details.map((detail) => {
      const nth = (seen.get(detail.label) ?? 0) + 1
      seen.set(detail.label, nth)
      return [`${nth} ${detail.label}`, detail]
    }),
  )
}

function detailRow(before: Detail | undefined, now: Detail | undefined): Change {
  return {
    label: (now ?? before)?.label ?? '',
    before: before ? textOf(before) : null,
    now: now ? textOf(now) : null,
    changed: !before || !now || canonicalize(before) !== canonicalize(now),
  }
}

function textOf({ value, before, note }: Detail): string {
  return `${before === undefined ? '' : `${before} → `}${value}${note === undefined ? '' : ` (${note})`}`
}

/** The same details in another order were another page: it is said rather than shown as no change at all. */
function orderRow(old: readonly [string, Detail][], recent: readonly [string, Detail][]): Change[] {
  const inBoth = (one: readonly [string, Detail][], other: readonly [string, Detail][]) =>
    one.filter(([key]) => other.some(([otherKey]) => otherKey === key)).map(([, { label }]) => label)
  const [before, now] = [inBoth(old, recent), inBoth(recent, old)]
  if (canonicalize(before) === canonicalize(now)) return []
  return [{ label: 'Order', before: before.join(', '), now: now.join(', '), changed: true }]
}

function warningsRow(before: readonly Warning[], now: readonly Warning[]): Change[] {
  if (before.length === 0 && now.length === 0) return []
  const changed = canonicalize([...before]) !== canonicalize([...now])
  return [{ label: 'Warnings', before: listOf(before), now: listOf(now), changed }]
}

function listOf(warnings: readonly Warning[]): string | null {
  if (warnings.length === 0) return null
  const texts = warnings.map(({ finding, detail }) => (detail === undefined ? finding : `${finding} (${detail})`))
  return `${warnings.length}: ${texts.join('; ')}`
}
