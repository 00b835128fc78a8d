'use client'
import { type FormEventHandler, type RefObject, useId } from 'react'
import button from '../parts/button.module.css'
import { Icon } from '../parts/icon'
import { NoDefault } from '../parts/no-default'
import parts from '../parts/parts.module.css'
import { refusalWords } from '../words/refusals'

type Props = {
  request: string
  action: (form: FormData) => void
  onSubmit: FormEventHandler<HTMLFormElement>
  busy: boolean
  note: string
  reasonOwed: boolean
  noteField: RefObject<HTMLTextAreaElement | null>
}

/** Says what became of an outcome that nobody knows: it happened, or it did not, and where that was seen. */
export function SettleForm({ request, action, onSubmit, busy, note, reasonOwed, noteField }: Props) {
  const id = useId()
  return (
    <form className={parts.field} action={action} onSubmit={onSubmit}>
      <NoDefault />
      <input type="hidden" name="request" value={request} />
      <label htmlFor={id}>What did you find, and where?</label>
      <textarea
        ref={noteField}
        id={id}
        name="note"
        rows={2}
        maxLength={2000}
        defaultValue={note}
        aria-invalid={reasonOwed || undefined}
        aria-describedby={reasonOwed ? `${id}-error` : undefined}
      />
      {reasonOwed ? (
        <p className={parts.error} id={`${id}-error`}>
          <Icon name="alert" /> {refusalWords('reason_owed').title}. The history keeps it.
        </p>
      ) : null}
      <div className={parts.row}>
        <button type="submit" name="happened" value="yes" className={button.btn} aria-disabled={busy || undefined}>
          It was done
        </button>
        <button type="submit" name="happened" value="no" className={button.btn} aria-disabled={busy || undefined}>
          It was not done
        </button>
      </div>
    </form>
  )
}
