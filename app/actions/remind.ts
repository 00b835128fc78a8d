'use server'
import { composition } from '@/lib/server'
import { backToDesk } from './back-to-desk'

const TOLD = { ok: 'reminded', nobody: 'nobody', too_soon: 'soon' } as const

/** A lead reminds whom a request waits for. */
export async function remind(form: FormData): Promise<void> {
  return backToDesk('remind', form, async (person, request) => {
    const answer = await composition().inbox.remind(person, request)
    if (answer.ok) return TOLD[answer.value.reminded]
    return answer.error.code === 'already_decided' ? 'over' : 'unseen'
  })
}
