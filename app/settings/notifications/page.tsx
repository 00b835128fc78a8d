import { isMailAnswer, MailScreen } from '@/components/mail/mail-screen'
import { composition } from '@/lib/server'
import { muteMail } from '../../actions/mute-mail'
import { retryMail } from '../../actions/retry-mail'
import { text } from '../../list-query'
import { readerOrSignIn } from '../../reader'
import { SettingsFrame } from '../frame'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

export default async function Page({ searchParams }: Props) {
  const me = await readerOrSignIn('/settings/notifications')
  const { mail, settings } = composition()
  const [muted, dead] = await Promise.all([mail.muted(me.person), mail.dead(me.person)])
  const told = text(await searchParams, 'told')
  return (
    <SettingsFrame me={me} current="mail" title="Mail">
      <MailScreen
        muted={muted}
        dead={dead.ok ? dead.value : null}
        sendsMail={settings.sendsMail}
        clock={{ now: new Date().toISOString() }}
        answer={isMailAnswer(told) ? told : null}
        mute={muteMail}
        retry={retryMail}
      />
    </SettingsFrame>
  )
}
