import { Teams } from '@/components/settings/teams'
import { composition } from '@/lib/server'
import { readerOrSignIn } from '../../reader'
import { SettingsFrame } from '../frame'

export default async function Page() {
  const me = await readerOrSignIn('/settings/teams')
  const { members, teams } = await composition().organization.overview(me.person)
  return (
    <SettingsFrame me={me} current="teams" title="Teams">
      <Teams members={members} teams={teams} isAdmin={me.person.role === 'admin'} />
    </SettingsFrame>
  )
}
