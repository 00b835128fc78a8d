import { ConfirmSignIn } from '@/components/quiet/confirm-sign-in'
import { composition } from '@/lib/server'
import { text } from '../../list-query'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

export const metadata = { title: 'Sign in · Countersign', referrer: 'no-referrer' as const }

/** Where the mailed link leads: it uses up nothing, however often it is fetched. */
export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const fields = ['email', 'token', 'callbackUrl'].flatMap((name) => {
    const value = text(search, name)
    return value === '' ? [] : [[name, value] as const]
  })
  return (
    <ConfirmSignIn
      host={composition().settings.host}
      action="/api/auth/callback/email"
      fields={Object.fromEntries(fields)}
    />
  )
}
