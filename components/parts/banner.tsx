import type { ReactNode, Ref } from 'react'
import styles from './banner.module.css'
import { cx } from './cx'
import { Icon, type IconName } from './icon'

export type Tone = 'go' | 'stop' | 'warn' | 'movedOn' | 'plain'

type Props = {
  tone: Tone
  icon: IconName
  title: ReactNode
  children?: ReactNode
  /** `alert` where something did not happen that was meant to. */
  role?: 'status' | 'alert'
  level?: 2 | 3
  focus?: Ref<HTMLDivElement> | undefined
}

/** What happened, what was not lost, and the next step. Can take the focus, so that it is read out when it arrives. */
export function Banner({ tone, icon, title, children, role = 'status', level = 2, focus }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div ref={focus} tabIndex={-1} role={role} className={cx(styles.banner, tone !== 'plain' && styles[tone])}>
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children ? <div className={styles.body}>{children}</div> : null}
    </div>
  )
}
