import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import { Link } from '../parts/link'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

/** An address where nothing is. */
export function NotFound({ host }: { host: string | null }) {
  return (
    <QuietPage host={host}>
      <div>
        <h1>There is no page here</h1>
        <p>The address may be mistyped. Nothing was decided and nothing was lost.</p>
      </div>
      <div className={styles.row}>
        <Link className={cx(button.btn, button.goOn, styles.go)} href="/inbox">
          Go to my inbox
        </Link>
      </div>
    </QuietPage>
  )
}
