import Link from 'next/link'
import type { Verified } from '@/lib/record'
import { Banner } from '../parts/banner'
import button from '../parts/button.module.css'
import parts from '../parts/parts.module.css'
import { plural } from '../words/plural'
import styles from './record.module.css'

/** Whether the record is whole: what was found, or the way to find out. */
export function Verification({ verified, href }: { verified: Verified | null; href: string }) {
  const again = (
    <Link className={button.btn} href={href} prefetch={false}>
      {verified === null ? 'Verify all of it' : 'Verify again'}
    </Link>
  )
  if (verified === null)
    return (
      <div className={styles.verify}>
        <p>Every event holds the hash of the one before it. Verifying computes all of them anew.</p>
        {again}
      </div>
    )
  const { faults, events, requests, seals, unsealed } = verified
  return (
    <div role="status">
      {faults.length === 0 ? (
        <Banner tone="go" icon="check" title="The record is whole">
          <p>
            {plural(events, 'event')} of {plural(requests, 'request')} and of the organization are as they were written,
            and {plural(seals, 'seal')} account for them; {unsealed.toLocaleString('en-GB')} are not sealed yet.
          </p>
          <div className={parts.row}>{again}</div>
        </Banner>
      ) : (
        <Banner tone="stop" icon="alert" title="The record is not as it was written">
          <p>
            {faults.length < 100 ? plural(faults.length, 'fault') : 'A hundred faults and perhaps more'}. Somebody
            changed the database itself. Nothing was repaired.
          </p>
          <ul className={styles.faults}>
            {faults.map(({ where, message }) => (
              <li key={`${where} ${message}`}>
                <code>{where}</code>: {message}
              </li>
            ))}
          </ul>
          <div className={parts.row}>{again}</div>
        </Banner>
      )}
    </div>
  )
}
