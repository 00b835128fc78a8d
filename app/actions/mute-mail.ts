'use server'
import { redirect } from 'next/navigation'
import type { MailAnswer } from '@/components/mail/mail-screen'
import { signInPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, field, fields } from './fields'

const PAGE = '/settings/notifications'

/** Which mail one gets: what is ticked is sent. Comes back to the page, which says what became of it. */
export async function muteMail(form: FormData): Promise<void> {
  const me = await reader()
  if (me === null) redirect(signInPath(PAGE, composition().settings.url))
  // a form with nothing ticked wants no mail; what is no form of ours wants nothing at all
  if (field(form, 'choice') !== 'mail') redirect(PAGE)
  const wanted = new Set(fields(form, 'kinds'))
  let told: MailAnswer = 'saved'
  try {
    await composition().mail.mute(
      me.person,
      ['needs', 'near', 'outcome'].filter((kind) => !wanted.has(kind)),
    )
  } catch (error) {
    failed('muteMail', error)
    told = 'failed'
  }
  redirect(`${PAGE}?told=${told}`)
}
