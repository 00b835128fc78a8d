import type { AnswerFields } from '@/components/actions'
import { say } from '@/components/gate/model/answer'
import { draftFrom, isAnswerName, isPlain, textsIn } from '@/components/gate/model/plain-form'
import { gateQuestion, hasForm, judgeOf } from '@/components/gate/model/question'
import { type Json, pathOf } from '@/lib/binding'
import type { Person } from '@/lib/policy'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { composition } from '@/lib/server'
import { fields } from './fields'

/** What stands in each field of the answer, to the character: with it the form can be drawn again as it was. */
export function answerFields(form: FormData): AnswerFields {
  const names = new Set([...form.keys()].filter(isAnswerName))
  return Object.fromEntries([...names].map((name) => [name, fields(form, name)]))
}

/**
 * Reads a gate's answer out of the fields of a plain form, for a browser without JavaScript: by the same schema and the
 * same code as the page that drew them. Undefined where the request asks nothing. What cannot be read is refused with
 * its place; what does not fit is the use case's to say.
 */
export async function answerOfFields(
  person: Person,
  request: string,
  given: AnswerFields,
): Promise<Result<Json | undefined, Refusal<'answer_does_not_fit'>>> {
  const view = await composition().inbox.view(person, request)
  if (!view.ok || view.value.kind !== 'gate' || view.value.question === null) return yes(undefined)
  const question = gateQuestion(view.value.question)
  const judge = judgeOf(question, null)
  if (!hasForm(question) || !isPlain(judge, question.plain)) return yes(undefined)
  const { value, unread } = say(judge, question.plain, draftFrom(judge, question.plain, textsIn(given)))
  if (unread.length === 0) return yes(value)
  return refuse(
    'answer_does_not_fit',
    unread.map(({ at, message }) => ({ path: pathOf(at), message })),
  )
}
