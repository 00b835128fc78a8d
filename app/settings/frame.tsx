import 'server-only'
import type { ReactNode } from 'react'
import { type SettingsPlace, SettingsScreen } from '@/components/settings/settings-screen'
import { composition, type SignedIn } from '@/lib/server'
import { settings } from '../actions/settings'
import { ReadersShell } from '../shell'

type Props = { me: SignedIn; current: SettingsPlace; title: string; children: ReactNode }

/** The shell and the frame of the settings around one of their pages. */
export async function SettingsFrame({ me, current, title, children }: Props) {
  const counts = await composition().inbox.counts(me.person)
  return (
    <ReadersShell me={me} counts={counts} current="settings">
      <title>{`${title} · Countersign`}</title>
      <SettingsScreen current={current} isAdmin={me.person.role === 'admin'} action={settings} title={title}>
        {children}
      </SettingsScreen>
    </ReadersShell>
  )
}
