import type { Json } from '@/lib/binding'
import type { RequestView } from '@/lib/inbox'

/** Which steps of a plan are left out, by id, and whose choice that is. */
export type LeftOut = {
  ids: ReadonlySet<string>
  /** Of how many steps. */
  total: number
  /** Somebody approved without these: shown as they are, until the reader starts over. */
  given: boolean
}

/** The ids of all steps, in the order of the plan; none where the request is no plan. */
function stepIds({ kind, question }: RequestView): string[] {
  const steps = kind === 'plan' ? member(question, 'steps') : undefined
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step) => {
    const id = member(step, 'id')
    return typeof id === 'string' ? [id] : []
  })
}

/**
 * What is left out now: of a decided plan what was approved without, else the reader's own choice, else what the first
 * approval that counts leaves out. `chosen` is null until the reader chooses.
 */
export function leftOutOf(view: RequestView, chosen: readonly string[] | null): LeftOut {
  const all = stepIds(view)
  const without = (answer: string | null) => {
    const steps = answer === null ? undefined : member(JSON.parse(answer), 'steps') // canonical text of our own
    return Array.isArray(steps) ? all.filter((id) => !steps.includes(id)) : []
  }
  if (view.status !== 'pending') return { ids: new Set(without(view.answer)), total: all.length, given: true }
  if (chosen !== null) return { ids: new Set(chosen), total: all.length, given: false }
  const first = view.approvals.find(({ counts, answer }) => counts && answer !== null)
  return { ids: new Set(without(first?.answer ?? null)), total: all.length, given: first !== undefined }
}

function member(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined
}
