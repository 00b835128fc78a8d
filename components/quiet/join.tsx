import type { OpenInvite } from '@/lib/organization'
import type { FormAction } from '../actions'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import { Link } from '../parts/link'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { ROLE } from '../words/policy'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

type Props = {
  host: string
  email: string
  invites: readonly OpenInvite[]
  isMember: boolean
  /** The one that was accepted just now is over, or was never there. */
  isGone: boolean
  /** Fields `org` and `invite`. */
  action: FormAction
  /** Keeps the page: field `callbackUrl`. */
  signOut: FormAction
}

/** The invitations to the address that the reader proved. */
export function Join({ host, email, invites, isMember, isGone, action, signOut }: Props) {
  return (
    <QuietPage host={host} wide>
      <div>
        <h1>{invites.length === 0 ? 'No invitation is open' : 'You are invited'}</h1>
        <p>
          You are signed in as <Text value={email} />.{' '}
          {invites.length === 0
            ? 'An invitation counts for the address that it went to, for 14 days, until it is taken back.'
            : 'You join when you accept.'}
        </p>
      </div>
      {isGone ? (
        <p className={parts.error} role="alert">
          <Icon name="alert" /> That invitation is not open any more. Ask whoever invited you for a new one.
        </p>
      ) : null}
      {invites.length === 0 ? null : (
        <ul className={styles.accounts} aria-label="Invitations">
          {invites.map((invite) => (
            <li key={`${invite.org} ${invite.id}`} className={styles.invite}>
              <span>
                <Text value={invite.orgName} />
                <small>
                  As {ROLE[invite.role]}, invited by <Text value={invite.invitedBy} />
                </small>
              </span>
              <form action={action}>
                <input type="hidden" name="org" value={invite.org} />
                <input type="hidden" name="invite" value={invite.id} />
                <button type="submit" className={cx(button.btn, button.goOn)}>
                  Accept<span className="sr"> and join {invite.orgName}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <form action={signOut}>
          <input type="hidden" name="callbackUrl" value="/join" />
          <button type="submit" className={cx(button.btn, styles.go)}>
            Use another address
          </button>
        </form>
        {isMember ? (
          <Link className={cx(button.btn, styles.go)} href="/inbox">
            Go to my inbox
          </Link>
        ) : null}
      </div>
    </QuietPage>
  )
}
