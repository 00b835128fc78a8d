import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { Join } from '@/components/quiet/join'
import { signInPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { join } from '../actions/join'
import { signOut } from '../actions/sign-out'
import { text } from '../list-query'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

export const metadata = { title: 'Invitations · Countersign' }

/** Where an invitation leads: it shows them, and its button accepts. Looking accepts nothing. */
export default async function Page({ searchParams }: Props) {
  const { identity, settings } = composition()
  const visitor = await identity.visitor((await headers()).get('cookie'))
  if (visitor === null) redirect(signInPath('/join', settings.url))
  return (
    <Join
      host={settings.host}
      email={visitor.user.email}
      invites={visitor.invites}
      isMember={visitor.memberships.length > 0}
      isGone={text(await searchParams, 'gone') === '1'}
      action={join}
      signOut={signOut}
    />
  )
}
