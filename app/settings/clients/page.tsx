import { Clients } from '@/components/settings/clients'
import { composition } from '@/lib/server'
import { readerOrSignIn } from '../../reader'
import { AdminsOnly } from '../admins-only'
import { SettingsFrame } from '../frame'

export default async function Page() {
  const me = await readerOrSignIn('/settings/clients')
  const { clients } = await composition().organization.overview(me.person)
  return (
    <SettingsFrame me={me} current="clients" title="Clients and keys">
      {me.person.role === 'admin' ? <Clients clients={clients} /> : <AdminsOnly />}
    </SettingsFrame>
  )
}
