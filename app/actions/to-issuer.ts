'use server'
import { redirect } from 'next/navigation'
import { ourPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { door } from '../door'
import { field } from './fields'

/** Signs in by the issuer; with a session, links that account to its reader. Comes back to the page that the form names. */
export async function toIssuer(form: FormData): Promise<void> {
  const { settings } = composition()
  if (settings.issuer === null) redirect('/signin?error=Configuration')
  await door().toIssuer(ourPath(field(form, 'callbackUrl'), settings.url))
}
