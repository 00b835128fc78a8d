'use server'
import { redirect } from 'next/navigation'
import { deskAddress } from '@/components/desk/desk-address'
import type { DeskAnswer } from '@/components/desk/desk-screen'
import { signInPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { deskQuery } from '../desk-query'
import { reader } from '../reader'
import { failed, field, fields } from './fields'

/** A lead says whom a request waits for; comes back to the same desk, which says what became of it. */
export async function assign(form: FormData): Promise<void> {
  const query = deskQuery(Object.fromEntries(new URL(field(form, 'back'), 'http://desk').searchParams))
  const me = await reader()
  if (me === null) redirect(signInPath(deskAddress(query), composition().settings.url))
  const people = fields(form, 'people')
  const address = new URL(deskAddress(query), 'http://desk')
  address.searchParams.set('told', await answerOf(me.person, field(form, 'request'), people))
  redirect(`${address.pathname}${address.search}`)
}

async function answerOf(
  person: Parameters<ReturnType<typeof composition>['inbox']['assign']>[0],
  request: string,
  people: string[],
): Promise<DeskAnswer> {
  try {
    const answer = await composition().inbox.assign(person, request, people)
    if (answer.ok) return 'assigned'
    if (answer.error.code === 'already_decided') return 'decided'
    return answer.error.code === 'not_found' ? 'gone' : 'people'
  } catch (error) {
    failed('assign', error)
    return 'failed'
  }
}
