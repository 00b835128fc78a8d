import { say } from '@/components/gate/model/answer'
import { draftFrom, isPlain } from '@/components/gate/model/plain-form'
import { gateQuestion, hasForm, judgeOf } from '@/components/gate/model/question'
import { type Json, pathOf } from '@/lib/binding'
import type { Person } from '@/lib/policy'
import { type Refusal, type Result, refuse, yes } from '@/lib/result'
import { composition } from '@/lib/server'

/**
 * Reads a gate's answer out of the fields of a plain form, for a browser without JavaScript: by the same schema and the
 * same code as the page that drew them. Undefined where the request asks nothing. What cannot be read is refused with
 * its place; what does not fit is the use case's to say.
 */
export async function answerOfFields(
  person: Person,
  request: string,
  form: FormData,
): Promise<Result<Json | undefined, Refusal<'answer_does_not_fit'>>> {
  const view = await composition().inbox.view(person, request)
  if (!view.ok || view.value.kind !== 'gate' || view.value.question === null) return yes(undefined)
  const question = gateQuestion(view.value.question)
  const judge = judgeOf(question, null)
  if (!hasForm(question) || !isPlain(judge, question.plain)) return yes(undefined)
  const texts = (name: string) => form.getAll(name).filter((each) => typeof each === 'string')
  const { value, unread } = say(judge, question.plain, draftFrom(judge, question.plain, texts))
  if (unread.length === 0) return yes(value)
  return refuse(
    'answer_does_not_fit',
    unread.map(({ at, message }) => ({ path: pathOf(at), message })),
  )
}
