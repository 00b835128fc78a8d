import { redirect } from 'next/navigation'
import { deskAddress } from '@/components/desk/desk-address'
import type { DeskAnswer } from '@/components/desk/desk-screen'
import { signInPath } from '@/lib/identity/next-auth'
import type { Person } from '@/lib/policy'
import { composition } from '@/lib/server'
import { deskQuery } from '../desk-query'
import { reader } from '../reader'
import { failed, field } from './fields'

/** Does something for a lead, and comes back to the same desk, which says what became of it. */
export async function backToDesk(
  action: string,
  form: FormData,
  act: (person: Person, request: string) => Promise<DeskAnswer>,
): Promise<never> {
  const back = URL.parse(field(form, 'back'), 'http://desk')
  const query = deskQuery(Object.fromEntries(back?.searchParams ?? []))
  const me = await reader()
  if (me === null) redirect(signInPath(deskAddress(query), composition().settings.url))
  const address = new URL(deskAddress(query), 'http://desk')
  address.searchParams.set('told', await answerOf(action, () => act(me.person, field(form, 'request'))))
  redirect(`${address.pathname}${address.search}`)
}

async function answerOf(action: string, act: () => Promise<DeskAnswer>): Promise<DeskAnswer> {
  try {
    return await act()
  } catch (error) {
    failed(action, error)
    return 'failed'
  }
}
