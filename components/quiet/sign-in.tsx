import type { ReactNode } from 'react'
import type { FormAction } from '../actions'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { signInWords } from '../words/sign-in'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

type Props = {
  orgName: string | null
  host: string
  /** Where to go afterwards, checked by the app; a request's page is named in the text. */
  callbackUrl: string
  /** Fields `email` and `callbackUrl`. */
  action: FormAction
  error: string | null
  /** Other ways in, above the form. */
  children?: ReactNode
}

/** Signs in by a link in an e-mail. Works without JavaScript. */
export function SignInCard({ orgName, host, callbackUrl, action, error, children }: Props) {
  return (
    <QuietPage host={host}>
      <div>
        <h1>Sign in to {orgName === null ? 'Countersign' : <Text value={orgName} />}</h1>
        {callbackUrl.startsWith('/requests/') ? (
          <p>You followed a link to one request. It opens once you are signed in. Signing in decides nothing.</p>
        ) : null}
      </div>
      {children}
      <form action={action}>
        {error === null ? null : (
          <p className={parts.error} role="alert" id="sign-in-error">
            <Icon name="alert" /> {signInWords(error)}
          </p>
        )}
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <label htmlFor="email">Work e-mail</label>
        <input
          type="email"
          id="email"
          name="email"
          autoComplete="email"
          required
          maxLength={254}
          aria-describedby={error === null ? 'email-hint' : 'sign-in-error email-hint'}
        />
        <p className={styles.hint} id="email-hint">
          You get a link that works once, for 10 minutes.
        </p>
        <button type="submit" className={cx(button.btn, button.goOn, styles.go)}>
          Send me a link
        </button>
      </form>
    </QuietPage>
  )
}
