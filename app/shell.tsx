import 'server-only'
import type { ReactNode } from 'react'
import { type Place, Shell } from '@/components/shell/shell'
import type { ListCounts } from '@/lib/inbox'
import type { SignedIn } from '@/lib/server'
import { signOut } from './actions/sign-out'
import { meOf } from './reader'

type Props = { me: SignedIn; counts: ListCounts; current: Place; children: ReactNode }

/** The shell around a reader's page, with the server's clock and the reader's zone. */
export function ReadersShell({ me, counts, current, children }: Props) {
  return (
    <Shell
      me={meOf(me)}
      counts={counts}
      current={current}
      zone={me.zone}
      now={new Date().toISOString()}
      signOut={signOut}
    >
      {children}
    </Shell>
  )
}
