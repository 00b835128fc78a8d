import type { CommandQuestion } from '@/lib/command'
import type { RequestView } from '@/lib/inbox'

/**
 * The question of a request for a command; null where it is another kind's. It is computed from the inputs whenever a
 * request is read, so it has the shape of this very version.
 */
export function questionOf({ kind, question }: Pick<RequestView, 'kind' | 'question'>): CommandQuestion | null {
  if (kind !== 'command' || typeof question !== 'object' || question === null || Array.isArray(question)) return null
  return question as unknown as CommandQuestion
}

/** The same, where it would run, or ran, with nothing around it. */
export function bareQuestionOf(view: Pick<RequestView, 'kind' | 'question' | 'status'>): CommandQuestion | null {
  const question = questionOf(view)
  return question?.uncontained === true && (view.status === 'pending' || view.status === 'approved') ? question : null
}
