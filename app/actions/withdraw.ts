'use server'
import type { WithdrawState } from '@/components/actions'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, field, signedOut } from './fields'

/** Takes a request back that was asked for this person. */
export async function withdraw(_previous: WithdrawState, form: FormData): Promise<WithdrawState> {
  try {
    const me = await reader()
    if (me === null) return { ok: false, refusal: signedOut }
    const request = field(form, 'request')
    const answer = await composition().inbox.withdraw(me.person, request)
    if (answer.ok) return { ok: true, ...answer.value }
    return { ok: false, refusal: answer.error }
  } catch (error) {
    return { ok: false, refusal: failed('withdraw', error) }
  }
}
