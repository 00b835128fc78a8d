'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { signInPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { failed, field } from './fields'

/** Accepts an invitation, by whoever is signed in with the address that it went to. */
export async function join(form: FormData): Promise<void> {
  const { identity, organization, settings } = composition()
  const visitor = await identity.visitor((await headers()).get('cookie'))
  if (visitor === null) redirect(signInPath('/join', settings.url))
  let isIn = false
  try {
    const invite = { org: field(form, 'org'), id: field(form, 'invite') }
    isIn = (await organization.accept(visitor.user.id, invite, visitor.session)).ok
  } catch (error) {
    failed('join', error)
  }
  redirect(isIn ? '/inbox' : '/join?gone=1')
}
