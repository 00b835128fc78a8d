import type { ListCounts, ListQuery } from '@/lib/inbox'
import { Link } from '../parts/link'
import styles from './views.module.css'

/** The views as tabs, on a phone: its bar at the bottom has no room for them. */
export function Views({ counts, current }: { counts: ListCounts; current: ListQuery['view'] }) {
  const more = counts.capped ? '+' : ''
  return (
    <nav className={styles.views} aria-label="Views on a phone">
      <Link href="/inbox" aria-current={current === 'mine' ? 'page' : undefined}>
        For me {counts.mine === 0 ? '' : `${counts.mine}${more}`}
      </Link>
      <Link href="/inbox?view=asked" aria-current={current === 'asked' ? 'page' : undefined}>
        I asked {counts.asked === 0 ? '' : `${counts.asked}${more}`}
      </Link>
      <Link href="/inbox?view=decided" aria-current={current === 'decided' ? 'page' : undefined}>
        Decided {counts.attention === 0 ? '' : counts.attention}
      </Link>
    </nav>
  )
}
