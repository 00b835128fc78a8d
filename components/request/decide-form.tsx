'use client'
import { type FormEventHandler, type ReactNode, type RefObject, useId } from 'react'
import type { Opened } from '@/lib/inbox'
import type { ReasonOwed } from '@/lib/policy'
import type { Kind } from '@/lib/request'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'
import { Key } from '../parts/key'
import { NoDefault } from '../parts/no-default'
import parts from '../parts/parts.module.css'
import { refusalWords } from '../words/refusals'
import { approveLabel } from '../words/verdicts'
import styles from './decide.module.css'
import { VerdictButton } from './verdict-button'

type Props = {
  request: string
  kind: Kind
  /** The frozen opening; null while it is on its way, or where it failed: then approving is not offered. */
  opened: Opened | null
  /** Something happened since: looking at it comes before approving. */
  news: boolean
  onLook: () => void
  looking: boolean
  /** Has approved what is shown: may still take that back. */
  hasSigned: boolean
  action: (form: FormData) => void
  onSubmit: FormEventHandler<HTMLFormElement>
  busy: boolean
  /** What was typed before the page came back without JavaScript. */
  note: string
  reasonOwed: boolean
  /** When the policy asks for a note. */
  owed: ReasonOwed
  noteField: RefObject<HTMLTextAreaElement | null>
  onType: (note: string) => void
  /** What has to be ticked right before approving. */
  beforeApprove: ReactNode
  /** What the button says in place of the count of warnings. */
  approve: string | null
  level: 2 | 3
}

/**
 * The three verdicts. Only approve stands for what is on screen, so only it waits for news to be looked at; reject and
 * send back always work while the request is pending.
 */
export function DecideForm(props: Props) {
  const { opened, reasonOwed, level } = props
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <form
      className={styles.decide}
      id="decide"
      action={props.action}
      onSubmit={props.onSubmit}
      aria-labelledby={`${id}-head`}
    >
      <NoDefault />
      <input type="hidden" name="request" value={props.request} />
      <input type="hidden" name="token" value={opened?.token ?? ''} />
      <Heading id={`${id}-head`}>{props.hasSigned ? 'Changed your mind?' : 'Your decision'}</Heading>
      <div className={parts.field}>
        <label htmlFor={`${id}-note`}>Note</label>
        <textarea
          ref={props.noteField}
          id={`${id}-note`}
          name="note"
          rows={2}
          maxLength={2000}
          defaultValue={props.note}
          onChange={(event) => props.onType(event.target.value)}
          aria-invalid={reasonOwed || undefined}
          aria-describedby={reasonOwed ? `${id}-error ${id}-hint` : `${id}-hint`}
        />
        {reasonOwed ? (
          <p className={parts.error} id={`${id}-error`}>
            <Icon name="alert" /> {refusalWords('reason_owed').title}. {refusalWords('reason_owed').text}
          </p>
        ) : null}
        <p className={parts.hint} id={`${id}-hint`}>
          {NOTE_HINT[props.owed]}
        </p>
      </div>
      <div className={styles.verdicts}>
        <VerdictButton verdict="reject" label="Reject" busy={props.busy} />
        <VerdictButton verdict="return" label="Send back" busy={props.busy} />
        {props.hasSigned ? null : <Approve {...props} />}
      </div>
      <p className={cx(styles.foot, 'is-wide-only')}>A key moves to its button. Only Enter on the button decides.</p>
    </form>
  )
}

const NOTE_HINT: Record<ReasonOwed, string> = {
  never: 'As you like',
  to_refuse: 'Needed to reject or send back',
  always: 'Needed, whatever you decide',
}

function Approve({ opened, news, onLook, looking, busy, beforeApprove, approve, kind }: Props) {
  if (looking) return <p className={parts.hint}>Looking it up, so that you can approve what is true now…</p>
  if (news)
    return (
      <button
        type="button"
        className={cx(button.btn, styles.verdict)}
        data-key="a"
        aria-keyshortcuts="a"
        onClick={onLook}
      >
        <Icon name="changed" /> Show what is new <Key name="a" />
      </button>
    )
  if (opened === null || opened.token === null || opened.confirmation === null) return null
  const label = approve ?? approveLabel(opened.confirmation.warnings.length, kind)
  return (
    <>
      {beforeApprove}
      <VerdictButton verdict="approve" label={label} busy={busy} />
    </>
  )
}
