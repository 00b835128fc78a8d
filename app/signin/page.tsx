import { redirect } from 'next/navigation'
import { DemoPeople } from '@/components/quiet/demo-people'
import { SignInCard } from '@/components/quiet/sign-in'
import { ourPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { askForLink } from '../actions/ask-for-link'
import { demoSignIn } from '../actions/demo-sign-in'
import { text } from '../list-query'
import { reader } from '../reader'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

export const metadata = { title: 'Sign in · Countersign' }

export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const { settings, demo } = composition()
  const path = ourPath(text(search, 'callbackUrl'), settings.url)
  if ((await reader()) !== null) redirect(path)
  return (
    <SignInCard
      orgName={settings.orgName}
      host={settings.host}
      callbackUrl={path}
      action={askForLink}
      error={text(search, 'error') || null}
    >
      {demo === null ? null : <DemoPeople people={await demo.people()} callbackUrl={path} action={demoSignIn} />}
    </SignInCard>
  )
}
