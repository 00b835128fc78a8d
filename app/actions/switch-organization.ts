'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { ourPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { field } from './fields'

/** Works in another organization of the reader's, and goes back to the page that the form names. */
export async function switchOrganization(form: FormData): Promise<void> {
  const { identity, settings } = composition()
  await identity.switchTo((await headers()).get('cookie'), field(form, 'org'))
  redirect(ourPath(field(form, 'callbackUrl'), settings.url))
}
