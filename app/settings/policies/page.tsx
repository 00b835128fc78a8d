import { Policies } from '@/components/settings/policies'
import { composition } from '@/lib/server'
import { readerOrSignIn } from '../../reader'
import { AdminsOnly } from '../admins-only'
import { SettingsFrame } from '../frame'

export default async function Page() {
  const me = await readerOrSignIn('/settings/policies')
  const { members, policies, teams } = await composition().organization.overview(me.person)
  return (
    <SettingsFrame me={me} current="policies" title="Policies">
      {me.person.role === 'admin' ? <Policies members={members} policies={policies} teams={teams} /> : <AdminsOnly />}
    </SettingsFrame>
  )
}
