import { Members } from '@/components/settings/members'
import { composition } from '@/lib/server'
import { readerOrSignIn } from '../../reader'
import { SettingsFrame } from '../frame'

export default async function Page() {
  const me = await readerOrSignIn('/settings/members')
  const { members, invites } = await composition().organization.overview(me.person)
  return (
    <SettingsFrame me={me} current="members" title="Members">
      <Members members={members} invites={invites} isAdmin={me.person.role === 'admin'} />
    </SettingsFrame>
  )
}
