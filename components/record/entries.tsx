import Link from 'next/link'
import { isEventKind, isOrganizationEventKind } from '@/lib/audit'
import type { RecordEntry } from '@/lib/record'
import desk from '../desk/desk.module.css'
import { cx } from '../parts/cx'
import { Text } from '../parts/text'
import { exactTime } from '../when/zoned'
import { RECORD_WORDS } from '../words/record'
import { VERDICT_DONE } from '../words/verdicts'
import styles from './record.module.css'

/** Events as a table, the newest first; each can be opened to the very text that was hashed. */
export function Entries({ entries, clock }: { entries: readonly RecordEntry[]; clock: { zone: string } }) {
  return (
    <table className={cx(desk.table, styles.entries)}>
      <caption className="sr">Events, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">Request</th>
          <th scope="col">Text and hash</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.request?.id} ${entry.n}`}>
            <td>{whatHappened(entry)}</td>
            <td className={styles.when}>
              <time dateTime={entry.at}>{exactTime(entry.at, clock.zone)}</time>
            </td>
            <td>{entry.actor === null ? 'Countersign' : <Text value={entry.actor.name} />}</td>
            <td>
              {entry.request === null ? (
                'The organization'
              ) : (
                <span className={desk.row}>
                  <Link href={`/requests/${entry.request.id}`} prefetch={false}>
                    <Text value={entry.request.title === '' ? entry.request.id : entry.request.title} />
                  </Link>
                </span>
              )}
            </td>
            <td>
              <details className={styles.text}>
                <summary>
                  <code>{entry.hash.slice(0, 12)}</code>
                </summary>
                <pre>
                  <Text value={entry.body} />
                </pre>
                <p>
                  Event {entry.n}, hash <code>{entry.hash}</code>
                </p>
              </details>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function whatHappened({ kind, body }: RecordEntry): string {
  if (kind === 'request.verdict') {
    const verdict = (['approve', 'reject', 'return'] as const).find((one) => body.includes(`"verdict": "${one}"`))
    if (verdict !== undefined) return `${VERDICT_DONE[verdict][0]?.toUpperCase()}${VERDICT_DONE[verdict].slice(1)}`
  }
  return isEventKind(kind) || isOrganizationEventKind(kind) ? RECORD_WORDS[kind] : kind
}
