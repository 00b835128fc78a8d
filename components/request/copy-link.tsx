'use client'
import { useState } from 'react'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon } from '../parts/icon'

/** Copies this request's address. Only those it concerns can open it. */
export function CopyLink({ id }: { id: string }) {
  const [said, setSaid] = useState('Copy link')
  const copy = () =>
    navigator.clipboard.writeText(`${window.location.origin}/requests/${id}`).then(
      () => setSaid('Copied'),
      () => setSaid('Not copied: the browser forbids it'),
    )
  return (
    <button type="button" className={cx(button.btn, button.plain, button.small)} onClick={copy}>
      <Icon name="copy" /> <span aria-live="polite">{said}</span>
    </button>
  )
}
