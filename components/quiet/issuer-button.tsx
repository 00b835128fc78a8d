import type { FormAction } from '../actions'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Text } from '../parts/text'
import styles from './quiet.module.css'

type Props = {
  /** What people call the issuer. */
  name: string
  callbackUrl: string
  /** Field `callbackUrl`. */
  action: FormAction
  does?: 'sign_in' | 'connect'
}

/** Signs in by an outside issuer, or connects it to whoever is signed in. */
export function IssuerButton({ name, callbackUrl, action, does = 'sign_in' }: Props) {
  return (
    <form action={action}>
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <button type="submit" className={cx(button.btn, styles.go)}>
        {does === 'sign_in' ? 'Sign in with ' : 'Connect '}
        <Text value={name} />
      </button>
    </form>
  )
}
