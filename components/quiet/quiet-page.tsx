import type { ReactNode } from 'react'
import { cx } from '../parts/cx'
import { Mark } from '../parts/mark'
import styles from './quiet.module.css'

type Props = {
  /** Where this installation is, such as `countersign.northgate.example`. */ host: string | null
  wide?: boolean
  children: ReactNode
}

/** One card on quiet ground, for pages outside the inbox. A plain link leads in: the pages of faults are loaded with every page. */
export function QuietPage({ host, wide = false, children }: Props) {
  return (
    <div className={styles.page}>
      <header>
        <a className="brand" href="/inbox">
          <Mark />
          <span>Countersign</span>
        </a>
      </header>
      <main className={cx(styles.card, wide && styles.wide)} id="main">
        {children}
      </main>
      <footer>{host}</footer>
    </div>
  )
}
