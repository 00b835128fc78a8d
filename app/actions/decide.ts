'use server'
import type { DecideState } from '@/components/actions'
import { VERDICTS } from '@/lib/request'
import { refuse } from '@/lib/result'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, field, nameBehind, signedOut } from './fields'

/** A person's verdict. What was typed comes back with every refusal, so that the form can be drawn again. */
export async function decide(_previous: DecideState, form: FormData): Promise<DecideState> {
  const [request, note, token, digest] = ['request', 'note', 'token', 'display_digest'].map((name) => field(form, name))
  const verdict = VERDICTS.find((known) => known === field(form, 'verdict'))
  if (request === undefined || verdict === undefined)
    return {
      ok: false,
      refusal: refuse('invalid', [{ path: '$.verdict', message: 'choose one' }]).error,
      verdict: 'return',
      note: note ?? '',
    }
  const sent = { verdict, note: note ?? '' }
  try {
    const me = await reader()
    if (me === null) return { ok: false, refusal: signedOut, ...sent }
    const { inbox } = composition()
    const answer = await inbox.decide(me.person, {
      request,
      verdict,
      ...(token ? { token } : {}),
      ...(digest ? { displayDigest: digest } : {}),
      ...(note ? { note } : {}),
    })
    if (answer.ok) return { ok: true, decided: answer.value }
    const before = answer.error.code === 'look_again' && token ? await inbox.shownWith(me.person, request, token) : null
    return {
      ok: false,
      refusal: answer.error,
      ...(await nameBehind(me.person, request, answer.error)),
      ...(before === null ? {} : { before }),
      ...sent,
    }
  } catch (error) {
    return { ok: false, refusal: failed('decide', error), ...sent }
  }
}
