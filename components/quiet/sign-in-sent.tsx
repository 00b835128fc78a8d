import type { ReactNode } from 'react'
import { Link } from '../parts/link'
import { Text } from '../parts/text'
import { QuietPage } from './quiet-page'

type Props = { host: string; email: string | null; children?: ReactNode }

/** The same words for every address: whether it is known here is nobody's business. */
export function SignInSent({ host, email, children }: Props) {
  return (
    <QuietPage host={host}>
      <div>
        <h1>Look at your mail</h1>
        <p>
          If {email === null ? 'that address' : <Text value={email} />} can sign in here, a link is on its way. It works
          once, for 10 minutes. You can close this page.
        </p>
      </div>
      {children}
      <p>
        Nothing came? Look in the spam folder, or <Link href="/signin">ask for another link</Link>.
      </p>
    </QuietPage>
  )
}
