'use server'
import type { AnswerFields, DecideState } from '@/components/actions'
import { canonicalize, type Json, parseStrictJson } from '@/lib/binding'
import type { Person } from '@/lib/policy'
import { VERDICTS } from '@/lib/request'
import { type Result, refuse, yes } from '@/lib/result'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { answerFields, answerOfFields } from './answer-of-fields'
import { failed, field, formOf, signedOut } from './fields'

/** A person's verdict. What was typed comes back with every refusal, so that the form can be drawn again. */
export async function decide(_previous: DecideState, posted: unknown): Promise<DecideState> {
  const form = formOf(posted)
  const request = field(form, 'request')
  const note = field(form, 'note')
  const token = field(form, 'token')
  const typed = field(form, 'answer') || ticked(form)
  const verdict = VERDICTS.find((known) => known === field(form, 'verdict'))
  if (verdict === undefined) {
    const refusal = refuse('invalid', [{ path: '$.verdict', message: 'choose one' }]).error
    return { ok: false, refusal, verdict: 'return', note, answer: typed }
  }
  const fields = field(form, 'fields') === '1' ? answerFields(form) : null
  const sent = { verdict, note, answer: typed, ...(fields === null ? {} : { fields }) }
  try {
    const me = await reader()
    if (me === null) return { ok: false, refusal: signedOut, ...sent }
    const { inbox } = composition()
    const answered = verdict === 'approve' ? await answerIn(fields, typed, me.person, request) : yes(undefined)
    if (!answered.ok) return { ok: false, refusal: refuse('answer_does_not_fit', answered.error.at).error, ...sent }
    if (answered.value !== undefined) sent.answer = JSON.stringify(answered.value)
    const answer = await inbox.decide(me.person, {
      request,
      verdict,
      ...(token ? { token } : {}),
      ...(note ? { note } : {}),
      ...(answered.value === undefined ? {} : { answer: answered.value }),
    })
    if (answer.ok) return { ok: true, decided: answer.value }
    const before = answer.error.code === 'look_again' && token ? await inbox.shownWith(me.person, request, token) : null
    return {
      ok: false,
      refusal: answer.error,
      ...(before === null ? {} : { before }),
      ...sent,
    }
  } catch (error) {
    return { ok: false, refusal: failed('decide', error), ...sent }
  }
}

/** The boxes that were ticked, as the answer: each is a field `answer.name`. */
function ticked(form: FormData): string {
  const boxes = [...form.entries()].flatMap(([name, value]) =>
    name.startsWith(BOX) && typeof value === 'string' ? [[name.slice(BOX.length), value] as const] : [],
  )
  return boxes.length === 0 ? '' : canonicalize(Object.fromEntries(boxes))
}

const BOX = 'answer.'

/** What was answered: as the script or the boxes wrote it, else as the fields of a plain form say it. */
async function answerIn(
  fields: AnswerFields | null,
  text: string,
  person: Person,
  request: string,
): Promise<Result<Json | undefined>> {
  if (text !== '') return parseStrictJson(text)
  return fields === null ? yes(undefined) : answerOfFields(person, request, fields)
}
