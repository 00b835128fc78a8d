import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

type Props = {
  host: string
  /** The path of the sign-in callback. */
  action: string
  /** Its query, field by field. */
  fields: Readonly<Record<string, string>>
}

/** Where a mailed link leads: only a button, so that a scanner which follows links spends nothing. */
export function ConfirmSignIn({ host, action, fields }: Props) {
  return (
    <QuietPage host={host}>
      <div>
        <h1>Sign in on this device?</h1>
        <p>Press the button only if you asked for this link just now. Signing in decides nothing.</p>
      </div>
      <form method="get" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={cx(button.btn, button.goOn, styles.go)}>
          Sign in
        </button>
      </form>
    </QuietPage>
  )
}
