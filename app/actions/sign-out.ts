'use server'
import { redirect } from 'next/navigation'
import { signInPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { door } from '../door'
import { field } from './fields'

/** Ends the session; the sign-in page keeps the link that the form names. */
export async function signOut(form: FormData): Promise<void> {
  await door().leave()
  redirect(signInPath(field(form, 'callbackUrl'), composition().settings.url))
}
