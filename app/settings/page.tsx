import { headers } from 'next/headers'
import { IssuerButton } from '@/components/quiet/issuer-button'
import { Profile } from '@/components/settings/profile'
import { composition } from '@/lib/server'
import { toIssuer } from '../actions/to-issuer'
import { readerOrSignIn } from '../reader'
import { SettingsFrame } from './frame'

export default async function Page() {
  const { settings } = composition()
  const me = await readerOrSignIn('/settings')
  const visitor = await composition().identity.visitor((await headers()).get('cookie'))
  const organizations = (visitor?.memberships ?? []).map((one) => ({ ...one, isHere: one.org === me.person.org }))
  return (
    <SettingsFrame me={me} current="profile" title="Settings">
      <Profile zone={me.ownZone ?? ''} zones={Intl.supportedValuesOf('timeZone')} organizations={organizations}>
        {settings.issuer === null ? null : (
          <section aria-labelledby="issuer">
            <h2 id="issuer">Other ways to sign in</h2>
            <IssuerButton name={settings.issuer.name} callbackUrl="/settings" action={toIssuer} does="connect" />
          </section>
        )}
      </Profile>
    </SettingsFrame>
  )
}
