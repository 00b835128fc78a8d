import { IssuerButton } from '@/components/quiet/issuer-button'
import { SignInCard } from '@/components/quiet/sign-in'
import { ourPath } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'
import { askForLink } from '../../actions/ask-for-link'
import { toIssuer } from '../../actions/to-issuer'
import { text } from '../../list-query'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

export const metadata = { title: 'Sign in · Countersign' }

/** Why it did not work, and the way to try again; the page people came for is kept. */
export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const { settings } = composition()
  return (
    <SignInCard
      orgName={settings.orgName}
      host={settings.host}
      callbackUrl={ourPath(text(search, 'callbackUrl'), settings.url)}
      action={askForLink}
      error={text(search, 'error') || 'unknown'}
    >
      {settings.issuer === null ? null : (
        <IssuerButton
          name={settings.issuer.name}
          callbackUrl={ourPath(text(search, 'callbackUrl'), settings.url)}
          action={toIssuer}
        />
      )}
    </SignInCard>
  )
}
