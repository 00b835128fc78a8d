import { PolicyForm } from '@/components/settings/policy-form'
import { composition } from '@/lib/server'
import { readerOrSignIn, sayNothingIsHere } from '../../../../reader'
import { AdminsOnly } from '../../../admins-only'
import { SettingsFrame } from '../../../frame'

type Props = { params: Promise<{ kind: string; subject: string }> }

export default async function Page({ params }: Props) {
  const { kind, subject } = await params
  const me = await readerOrSignIn(`/settings/policies/${encodeURIComponent(kind)}/${encodeURIComponent(subject)}`)
  const { members, policies, teams } = await composition().organization.overview(me.person)
  const entry = policies.find((one) => one.kind === kind && one.subject === subject)
  if (entry === undefined) await sayNothingIsHere()
  return (
    <SettingsFrame me={me} current="policies" title="Policy">
      {entry === undefined ? <AdminsOnly /> : <PolicyForm entry={entry} members={members} teams={teams} />}
    </SettingsFrame>
  )
}
