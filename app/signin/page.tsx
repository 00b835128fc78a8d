import { redirect } from 'next/navigation'
import { DemoPeople } from '@/components/quiet/demo-people'
import { IssuerButton } from '@/components/quiet/issuer-button'
import { SignInCard } from '@/components/quiet/sign-in'
import { ourPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { askForLink } from '../actions/ask-for-link'
import { demoSignIn } from '../actions/demo-sign-in'
import { toIssuer } from '../actions/to-issuer'
import { text } from '../list-query'
import { reader, visitor } from '../reader'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

export const metadata = { title: 'Sign in · Countersign' }

export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const { settings, demo } = composition()
  const path = ourPath(text(search, 'callbackUrl'), settings.url)
  if ((await reader()) !== null) redirect(path)
  if ((await visitor()) !== null) redirect('/join')
  return (
    <SignInCard
      orgName={settings.orgName}
      host={settings.host}
      callbackUrl={path}
      action={askForLink}
      error={text(search, 'error') || null}
    >
      {settings.issuer === null ? null : (
        <IssuerButton name={settings.issuer.name} callbackUrl={path} action={toIssuer} />
      )}
      {demo === null ? null : <DemoPeople people={await demo.people()} callbackUrl={path} action={demoSignIn} />}
    </SignInCard>
  )
}
