'use server'
import type { DecideState } from '@/components/actions'
import { canonicalize, parseStrictJson } from '@/lib/binding'
import { VERDICTS } from '@/lib/request'
import { refuse } from '@/lib/result'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, field, signedOut } from './fields'

/** A person's verdict. What was typed comes back with every refusal, so that the form can be drawn again. */
export async function decide(_previous: DecideState, form: FormData): Promise<DecideState> {
  const request = field(form, 'request')
  const note = field(form, 'note')
  const token = field(form, 'token')
  const typed = field(form, 'answer') || ticked(form)
  const verdict = VERDICTS.find((known) => known === field(form, 'verdict'))
  if (verdict === undefined) {
    const refusal = refuse('invalid', [{ path: '$.verdict', message: 'choose one' }]).error
    return { ok: false, refusal, verdict: 'return', note, answer: typed }
  }
  const sent = { verdict, note, answer: typed }
  try {
    const me = await reader()
    if (me === null) return { ok: false, refusal: signedOut, ...sent }
    const { inbox } = composition()
    const answered = verdict === 'approve' && typed !== '' ? parseStrictJson(typed) : null
    if (answered?.ok === false)
      return { ok: false, refusal: refuse('answer_does_not_fit', answered.error.at).error, ...sent }
    const answer = await inbox.decide(me.person, {
      request,
      verdict,
      ...(token ? { token } : {}),
      ...(note ? { note } : {}),
      ...(answered === null ? {} : { answer: answered.value }),
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
