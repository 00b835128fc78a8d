import Link from 'next/link'
import { EVENT_KINDS, ORGANIZATION_EVENT_KINDS } from '@/lib/audit'
import type { RecordPage, Verified } from '@/lib/record'
import desk from '../desk/desk.module.css'
import button from '../parts/button.module.css'
import parts from '../parts/parts.module.css'
import { Text } from '../parts/text'
import { ago } from '../when/spans'
import { plural } from '../words/plural'
import { RECORD_WORDS } from '../words/record'
import { Entries } from './entries'
import styles from './record.module.css'
import { type RecordSearch, recordAddress } from './record-address'
import { Verification } from './verification'

type Props = {
  page: RecordPage
  search: RecordSearch
  clock: { now: string; zone: string }
  /** Null where it was not asked for. */
  verified: Verified | null
}

/** For admins: everything that happened here, whether it is all there, and all of it to take away. */
export function RecordScreen({ page, search, clock, verified }: Props) {
  const { cursor: _, ...first } = search
  return (
    <main className="main" id="main">
      <div className={desk.page}>
        <header>
          <div>
            <h1>Record</h1>
            <p className={parts.hint}>
              {plural(page.events, 'event')}. {sealed(page, clock.now)}
            </p>
          </div>
          <div className={desk.end}>
            <a className={button.btn} href={recordAddress('/record/export', first, { format: 'csv' })} download>
              Export as CSV
            </a>
            <a className={button.btn} href={recordAddress('/record/export', first, { format: 'jsonl' })} download>
              Export as JSONL
            </a>
          </div>
        </header>
        <Verification verified={verified} href={recordAddress('/record', first, { verify: '1' })} />
        <Filters page={page} search={search} />
        {page.entries.length === 0 ? (
          <div className={desk.nothing}>
            <p>Nothing in the record fits.</p>
            <Link className={button.btn} href="/record" prefetch={false}>
              Show all of it
            </Link>
          </div>
        ) : (
          <Entries entries={page.entries} clock={clock} />
        )}
        {page.next === null ? null : (
          <p className={parts.row}>
            <Link
              className={button.btn}
              href={recordAddress('/record', { ...search, cursor: page.next })}
              prefetch={false}
            >
              Older
            </Link>
          </p>
        )}
      </div>
    </main>
  )
}

function sealed({ seal, unsealed }: RecordPage, now: string): string {
  if (seal === null) return 'Nothing is sealed yet.'
  const open = unsealed === 0 ? 'all of it' : `all but the last ${unsealed.toLocaleString('en-GB')}`
  return `Sealed ${ago(seal.at, now)}, ${open}, in ${plural(seal.n, 'batch', 'batches')}.`
}

/** A plain GET form: what is looked at lives in the address. */
function Filters({ page, search }: Pick<Props, 'page' | 'search'>) {
  return (
    <form className={styles.filters} action="/record">
      <div className={parts.field}>
        <label htmlFor="kind">What</label>
        <select id="kind" name="kind" defaultValue={search.kind ?? ''}>
          <option value="">Anything</option>
          {[...EVENT_KINDS, ...ORGANIZATION_EVENT_KINDS].map((kind) => (
            <option key={kind} value={kind}>
              {RECORD_WORDS[kind]}
            </option>
          ))}
        </select>
      </div>
      <div className={parts.field}>
        <label htmlFor="who">Who</label>
        <select id="who" name="who" defaultValue={search.who ?? ''}>
          <option value="">Anybody</option>
          {page.actors.map(({ id, name }) => (
            <option key={id} value={id}>
              <Text value={name} />
            </option>
          ))}
        </select>
      </div>
      <div className={parts.field}>
        <label htmlFor="from">From</label>
        <input id="from" name="from" type="date" defaultValue={search.from ?? ''} />
      </div>
      <div className={parts.field}>
        <label htmlFor="until">Until</label>
        <input id="until" name="until" type="date" defaultValue={search.until ?? ''} />
      </div>
      <div className={parts.field}>
        <label htmlFor="request">Request, by its id</label>
        <input id="request" name="request" defaultValue={search.request ?? ''} maxLength={36} spellCheck={false} />
      </div>
      <button className={button.btn} type="submit">
        Show
      </button>
    </form>
  )
}
