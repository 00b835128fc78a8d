import { type Confirmation, cut, type Detail, LIMITS } from '@/lib/confirmation'

/** What a step does, as its tool said: in short, and at length. */
export type DescribedStep = { title: string; text: string }

/** So many details are left for steps; what is said of the whole plan takes the others. */
const ROOM = 30

/**
 * Writes what tools said of their steps as details of the plan's confirmation, so that it is hashed, kept and compared as
 * any other. A confirmation has few details and a plan many steps: with more than thirty, several share one.
 */
export function stepDetails(described: ReadonlyMap<number, Confirmation>): Detail[] {
  const steps = [...described].sort(([a], [b]) => a - b)
  const each = Math.max(1, Math.ceil(steps.length / ROOM))
  const details: Detail[] = []
  for (let at = 0; at < steps.length; at += each) {
    const group = steps.slice(at, at + each)
    const numbers = group.map(([index]) => index + 1)
    const [from, to] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
    const line = (text: (said: Confirmation) => string) =>
      group.map(([index, said]) => `Step ${index + 1}: ${oneLine(text(said), each)}`).join('\n')
    details.push({
      label: from === to ? `Step ${from}` : `Steps ${from} to ${to}`,
      value: line(({ title }) => title),
      note: line(textOf),
    })
  }
  return details
}

/** Reads back, by number of the step, what `stepDetails` wrote. */
export function describedSteps(details: readonly Detail[]): ReadonlyMap<number, DescribedStep> {
  const found = new Map<number, DescribedStep>()
  for (const { label, value, note } of details) {
    if (!/^Steps? \d/.test(label)) continue
    const texts = linesOf(note ?? '')
    for (const [number, title] of linesOf(value)) found.set(number, { title, text: texts.get(number) ?? '' })
  }
  return found
}

function linesOf(text: string): Map<number, string> {
  const lines = text.split('\n').flatMap((line): [number, string][] => {
    const [, number, said] = /^Step (\d+): (.*)$/su.exec(line) ?? []
    return number === undefined || said === undefined ? [] : [[Number(number), said]]
  })
  return new Map(lines)
}

function textOf({ summary, details }: Confirmation): string {
  const facts = details.map(({ label, value, note, before }) => {
    const was = before === undefined ? '' : ` (before: ${before})`
    return `${label}: ${value}${was}${note === undefined ? '' : ` (${note})`}`
  })
  return [summary, ...facts].join(' · ')
}

/** One line, and short enough for all that share a detail. A cut text says how much is hidden. */
function oneLine(text: string, sharing: number): string {
  const flat = text.replaceAll(/[\n\r\u2028\u2029]+/g, ' ')
  const limit = Math.floor(LIMITS.detail.value / sharing) - 60
  const { shown, hidden } = cut(flat, limit)
  return hidden === 0 ? flat : `${shown} (${hidden} more characters)`
}
