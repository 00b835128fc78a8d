'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { ourPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { door } from '../door'
import { field } from './fields'

/**
 * Signs in by one click: in the demo only, as one of the people that the demo made, and from this machine at this very
 * address (the front marks such a post; it cannot be sent by another site, or through a proxy).
 */
export async function demoSignIn(form: FormData): Promise<void> {
  const { demo, settings } = composition()
  const isHere = (await headers()).get('x-countersign-here') === 'yes'
  const chosen = field(form, 'person')
  const person = demo !== null && isHere ? (await demo.people()).find(({ id }) => id === chosen) : undefined
  if (person === undefined) redirect('/signin?error=AccessDenied')
  await door().enterAs(person.id)
  redirect(ourPath(field(form, 'callbackUrl'), settings.url))
}
