import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { cx } from './cx'
import { Icon, type IconName } from './icon'

export type Tone = 'go' | 'stop' | 'warn' | 'movedOn' | 'plain'

type Props = {
  tone: Tone
  icon: IconName
  title: ReactNode
  children?: ReactNode
  level?: 2 | 3
}

/** What happened, what was not lost, and the next step. Belongs in a region that is read out (`role="status"`). */
export function Banner({ tone, icon, title, children, level = 2 }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={cx(styles.banner, tone !== 'plain' && styles[tone])}>
      <Icon name={icon} />
      <Heading>{title}</Heading>
      {children ? <div className={styles.body}>{children}</div> : null}
    </div>
  )
}
