import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import styles from './quiet.module.css'
import { QuietPage } from './quiet-page'

/**
 * A fault of Countersign's own; `reference` is what the log knows it by. Trying again loads the page anew: React's `reset`
 * would only draw the same failed answer once more.
 */
export function ErrorPage({ reference }: { reference: string | undefined }) {
  return (
    <QuietPage host={null}>
      <div>
        <h1>Countersign had a problem of its own</h1>
        <p>What was decided before stands, and nothing new was decided. Please try again.</p>
      </div>
      <div className={styles.row}>
        <button
          type="button"
          className={cx(button.btn, button.goOn, styles.go)}
          onClick={() => window.location.reload()}
        >
          Try again
        </button>
        <a className={cx(button.btn, styles.go)} href="/inbox">
          Go to my inbox
        </a>
      </div>
      {reference === undefined ? null : (
        <p className={styles.hint}>
          If it stays, tell whoever runs this Countersign: <code>{reference}</code>
        </p>
      )}
    </QuietPage>
  )
}
