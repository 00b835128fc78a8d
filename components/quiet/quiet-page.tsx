import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '../parts/cx'
import { Mark } from '../parts/icon'
import styles from './quiet.module.css'

type Props = {
  /** Where this installation is, such as `countersign.northgate.example`. */ host: string | null
  wide?: boolean
  children: ReactNode
}

/** One card on quiet ground, for pages outside the inbox. */
export function QuietPage({ host, wide = false, children }: Props) {
  return (
    <div className={styles.page}>
      <header>
        <Link className="brand" href="/inbox" prefetch={false}>
          <Mark />
          <span>Countersign</span>
        </Link>
      </header>
      <main className={cx(styles.card, wide && styles.wide)} id="main">
        {children}
      </main>
      <footer>{host}</footer>
    </div>
  )
}
