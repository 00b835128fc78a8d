import type { FormAction } from '../actions'
import type { Me } from '../frame/me'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Face } from '../parts/face'
import { Link } from '../parts/link'
import { Text } from '../parts/text'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

type Props = {
  host: string
  me: Me
  /** Signs out and leads to the sign-in page, keeping the link: field `callbackUrl`. */
  signOut: FormAction
  callbackUrl?: string
  /** Where else this very account belongs; fields `org` and `callbackUrl`. */
  others?: readonly { org: string; orgName: string }[]
  switchTo?: FormAction
}

/** «Not there» and «not yours» in one answer. It names the reader's own account, never for whom a link was. */
export function WrongAccount({ host, me, signOut, callbackUrl, others = [], switchTo }: Props) {
  return (
    <QuietPage host={host} wide>
      <div>
        <h1>
          There is nothing here for <Text value={me.email} />
        </h1>
        <p>
          Either this request does not exist, or it belongs to someone else. Countersign gives the same answer for both,
          so that a link gives nothing away.
        </p>
      </div>
      <ul className={styles.accounts} aria-label="Your account">
        <li>
          <Face name={me.name} />
          <span>
            <Text value={me.name} />
            <small>
              <Text value={me.email} />, <Text value={me.org} />, signed in now
            </small>
          </span>
        </li>
      </ul>
      {others.length === 0 || switchTo === undefined ? null : (
        <ul className={styles.accounts} aria-label="Your other organizations">
          {others.map(({ org, orgName }) => (
            <li key={org} className={styles.invite}>
              <span>
                <Text value={orgName} />
                <small>You belong here too. The link may be meant for it.</small>
              </span>
              <form action={switchTo}>
                <input type="hidden" name="org" value={org} />
                <input type="hidden" name="callbackUrl" value={callbackUrl ?? '/inbox'} />
                <button type="submit" className={cx(button.btn, button.small)}>
                  Look there<span className="sr">: {orgName}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <p>
        If the mail went to another address of yours, switch to that one. The link keeps working, and nothing was
        decided.
      </p>
      <div className={styles.row}>
        <form action={signOut}>
          {callbackUrl === undefined ? null : <input type="hidden" name="callbackUrl" value={callbackUrl} />}
          <button type="submit" className={cx(button.btn, button.goOn, styles.go)}>
            Switch account
          </button>
        </form>
        <Link className={cx(button.btn, styles.go)} href="/inbox">
          Go to my inbox
        </Link>
      </div>
    </QuietPage>
  )
}
