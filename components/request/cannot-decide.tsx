'use client'
import { type FormEventHandler, useId } from 'react'
import { visibleText } from '@/lib/confirmation'
import type { RequestView } from '@/lib/inbox'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import parts from '../parts/parts.module.css'
import { whyYouCannot } from '../words/why-not'
import styles from './decide.module.css'

type Props = { view: RequestView; withdraw: Sending; level: 2 | 3 }
type Sending = { action: (form: FormData) => void; onSubmit: FormEventHandler<HTMLFormElement>; busy: boolean }

/** A sentence with the reason, and what the reader can do instead; never a greyed-out button. */
export function CannotDecide({ view, withdraw, level }: Props) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={styles.decide} id="decide" aria-labelledby={id}>
      <Heading id={id}>You cannot decide this one</Heading>
      <p>{whyYouCannot(view.you.why, visibleText(view.asker.client.name), view.policyNames)}</p>
      {view.you.mayWithdraw ? (
        <>
          <p className={parts.hint}>You can still take it back.</p>
          <Withdraw request={view.id} sending={withdraw} />
        </>
      ) : null}
    </section>
  )
}

/** Takes the request back: for the person it was proposed for, whether or not they may also decide. */
export function Withdraw({ request, sending }: { request: string; sending: Sending }) {
  return (
    <form className={styles.verdicts} action={sending.action} onSubmit={sending.onSubmit}>
      <input type="hidden" name="request" value={request} />
      <button type="submit" className={cx(button.btn, styles.plainVerdict)} aria-disabled={sending.busy || undefined}>
        <Icon name="cross" /> Withdraw the request
      </button>
    </form>
  )
}
