'use server'
import { composition } from '@/lib/server'
import { backToDesk } from './back-to-desk'
import { fields } from './fields'

/** A lead says whom a request waits for. */
export async function assign(form: FormData): Promise<void> {
  const people = fields(form, 'people')
  return backToDesk('assign', form, async (person, request) => {
    const answer = await composition().inbox.assign(person, request, people)
    if (answer.ok) return 'assigned'
    if (answer.error.code === 'already_decided') return 'decided'
    return answer.error.code === 'not_found' ? 'gone' : 'people'
  })
}
