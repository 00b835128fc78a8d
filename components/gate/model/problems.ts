import { pathOf } from '@/lib/binding'
import type { Fault, Violation } from '@/lib/gate'
import type { BrowserJudge } from '@/lib/schemas/browser'
import type { Place, Said } from './answer'

/** What is wrong at one place of the form, in words that say what to do. */
export type Problem = {
  path: string
  label: string
  message: string
  /** Nothing stands there. */
  isGap: boolean
  /** What stands there and cannot be read, so that it is in no answer. */
  unread?: string
}

/** What the answer does not fit; of a form chosen among several, what that form says, for the choice alone says nothing. */
export function faultsOf(judge: BrowserJudge, { value, forms }: Said): Fault[] {
  if (value === undefined) return []
  const whole = judge.faults(value)
  return whole.flatMap((fault) => {
    const chosen = forms.find(({ at }) => fault.missing === undefined && pathOf(at) === pathOf(fault.at))
    const inside = chosen === undefined ? [] : judge.faultsIn(chosen.schema, chosen.value)
    return inside.length === 0 ? [fault] : inside.map((each) => ({ ...each, at: [...fault.at, ...each.at] }))
  })
}

/** All that stands in the way of recording this answer, in the order of the form. */
export function problemsOf(said: Said, faults: readonly Fault[], places: readonly Place[]): Problem[] {
  const found = new Map<string, Problem>()
  const add = (path: string, message: string, isGap: boolean, text = '') => {
    const place = places.find((each) => each.path === path)
    const unread = text.trim() === '' ? {} : { unread: text.trim() }
    const problem = { path, label: place?.label ?? path, message, isGap, ...unread }
    if (![...found.values()].some((each) => each.path === path && each.isGap)) found.set(`${path}\n${message}`, problem)
  }
  if (said.value === undefined && said.unread.length === 0)
    add('$', gapWords(places.find(({ path }) => path === '$')), true)
  for (const { at, message, text } of said.unread) add(pathOf(at), message, false, text)
  const unread = new Set(said.unread.map(({ at }) => pathOf(at)))
  for (const { at, message, missing } of faults) {
    const path = pathOf(missing === undefined ? at : [...at, missing])
    if (unread.has(path)) continue
    if (missing === undefined) add(path, message, false)
    else add(path, gapWords(places.find((each) => each.path === path)), true)
  }
  const order = new Map(places.map(({ path }, n) => [path, n]))
  return [...found.values()].sort((a, b) => (order.get(a.path) ?? Infinity) - (order.get(b.path) ?? Infinity))
}

/** What the server refused and the browser had no words for. */
export function problemsFrom(violations: readonly Violation[], places: readonly Place[]): Problem[] {
  return violations.map(({ path, message }) => ({
    path,
    message,
    label: places.find((each) => each.path === path)?.label ?? path,
    isGap: false,
  }))
}

function gapWords(place: Place | undefined): string {
  switch (place?.field.is) {
    case 'boolean':
      return 'Choose yes or no. Neither is assumed.'
    case 'choice':
    case 'several':
    case 'form':
      return 'Choose one.'
    case 'list':
      return 'Add at least one.'
    default:
      return 'Fill this in.'
  }
}
