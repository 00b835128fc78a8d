'use client'
import type { Verdict } from '@/lib/request'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Icon, type IconName } from '../parts/icon'
import { Key } from '../parts/key'
import styles from './decide.module.css'

const LOOKS: Record<Verdict, { icon: IconName; key: string }> = {
  reject: { icon: 'cross', key: 'r' },
  return: { icon: 'return', key: 'x' },
  approve: { icon: 'check', key: 'a' },
}

/** One verdict. `data-key` is the key that moves the focus here; only Enter on the button decides. */
export function VerdictButton({ verdict, label, busy }: { verdict: Verdict; label: string; busy: boolean }) {
  const { icon, key } = LOOKS[verdict]
  return (
    <button
      type="submit"
      name="verdict"
      value={verdict}
      formNoValidate={verdict !== 'approve'}
      className={cx(button.btn, styles.verdict, styles[verdict])}
      data-key={key}
      aria-keyshortcuts={key}
      aria-disabled={busy || undefined}
    >
      <Icon name={icon} /> {label} <Key name={key} />
    </button>
  )
}
