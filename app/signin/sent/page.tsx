import { SignInSent } from '@/components/quiet/sign-in-sent'
import { composition } from '@/lib/server'

export const metadata = { title: 'Look at your mail · Countersign' }

export default function Page() {
  const { settings, demo } = composition()
  return (
    <SignInSent host={settings.host} email={null}>
      {demo === null ? null : (
        <p>
          This is a demo: its mail is <a href="/demo/mail">on a page of its own</a>.
        </p>
      )}
    </SignInSent>
  )
}
