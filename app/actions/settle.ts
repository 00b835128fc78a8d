'use server'
import type { SettleState } from '@/components/actions'
import { refuse } from '@/lib/result'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, field, signedOut } from './fields'

/** Says what became of an outcome that nobody knows, by a person who looked. */
export async function settle(_previous: SettleState, form: FormData): Promise<SettleState> {
  const note = field(form, 'note')
  try {
    const me = await reader()
    if (me === null) return { ok: false, refusal: signedOut, note }
    const happened = field(form, 'happened')
    if (happened !== 'yes' && happened !== 'no')
      return { ok: false, refusal: refuse('invalid', [{ path: '$.happened', message: 'say yes or no' }]).error, note }
    const found = { happened: happened === 'yes', note }
    const answer = await composition().inbox.settle(me.person, field(form, 'request'), found)
    return answer.ok ? { ok: true, outcome: answer.value.outcome } : { ok: false, refusal: answer.error, note }
  } catch (error) {
    return { ok: false, refusal: failed('settle', error), note }
  }
}
