import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

type Props = {
  /** What the log knows this by. */
  reference: string | null
  retry: (() => void) | null
}

/** A fault of Countersign's own. */
export function ErrorPage({ reference, retry }: Props) {
  return (
    <QuietPage host={null}>
      <div>
        <h1>Countersign had a problem of its own</h1>
        <p>What was decided before stands, and nothing new was decided. Please try again.</p>
      </div>
      <div className={styles.row}>
        {retry === null ? null : (
          <button type="button" className={cx(button.btn, button.goOn, styles.go)} onClick={retry}>
            Try again
          </button>
        )}
        <a className={cx(button.btn, styles.go)} href="/inbox">
          Go to my inbox
        </a>
      </div>
      {reference === null ? null : (
        <p className={styles.hint}>
          If it stays, tell whoever runs this Countersign: <code>{reference}</code>
        </p>
      )}
    </QuietPage>
  )
}
