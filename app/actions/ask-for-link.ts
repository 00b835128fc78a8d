'use server'
import { redirect } from 'next/navigation'
import { ourPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { door } from '../door'
import { field } from './fields'

const ADDRESS = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@"<>(),;:\\[\]]{1,190}$/

/** Mails a sign-in link. Whether the address is known here shows neither in the answer nor in its time. */
export async function askForLink(form: FormData): Promise<void> {
  const { settings } = composition()
  const path = ourPath(field(form, 'callbackUrl'), settings.url)
  const email = field(form, 'email').normalize('NFKC').trim()
  if (!settings.sendsMail) redirect(again('Configuration', path))
  if (!ADDRESS.test(email)) redirect(again('invalid_email', path))
  await door().askForLink(email, path)
  redirect('/signin/sent')
}

function again(error: string, path: string): string {
  return `/signin?${new URLSearchParams({ error, ...(path === '/' ? {} : { callbackUrl: path }) })}`
}
