import { pathOf } from '@/lib/binding'
import type { Fault } from './approval-schema'

/** A place in the answer in the `$.a[0]` form, and what is wrong there. */
export type Violation = { path: string; message: string }

/** No more are told, so that a refusal cannot grow without limit. */
export const MOST_VIOLATIONS = 20

/** Puts faults in the order that hides the validator: by path, then message, by code point; none twice; then the first 20. */
export function violationsIn(faults: readonly Fault[]): Violation[] {
  const found = new Map<string, Violation>()
  for (const { at, message } of faults) {
    const path = pathOf(at)
    found.set(`${path}\n${message}`, { path, message })
  }
  return [...found.values()]
    .sort((a, b) => byCodePoint(a.path, b.path) || byCodePoint(a.message, b.message))
    .slice(0, MOST_VIOLATIONS)
}

/** JavaScript compares UTF-16 units; every other language would sort otherwise. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let n = 0; n < Math.min(left.length, right.length); n++) {
    const difference = (left[n]?.codePointAt(0) ?? 0) - (right[n]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
