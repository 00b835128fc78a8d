'use server'
import { redirect } from 'next/navigation'
import type { MailAnswer } from '@/components/mail/mail-screen'
import { signInPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, field } from './fields'

const PAGE = '/settings/notifications'

/** An admin has a mail tried again that was given up. */
export async function retryMail(form: FormData): Promise<void> {
  const me = await reader()
  if (me === null) redirect(signInPath(PAGE, composition().settings.url))
  let told: MailAnswer
  try {
    const retried = await composition().mail.retry(me.person, field(form, 'mail'))
    told = retried.ok ? 'retried' : 'gone'
  } catch (error) {
    failed('retryMail', error)
    told = 'failed'
  }
  redirect(`${PAGE}?told=${told}`)
}
