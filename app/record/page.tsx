import { NotFound } from '@/components/quiet/not-found'
import { recordAddress } from '@/components/record/record-address'
import { RecordScreen } from '@/components/record/record-screen'
import { composition } from '@/lib/server'
import { text } from '../list-query'
import { readerOrSignIn, sayNothingIsHere } from '../reader'
import { recordQuery, recordSearch } from '../record-query'
import { ReadersShell } from '../shell'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

/** Up to so many events the whole record is verified with every look at it. */
const AT_ONCE = 2_000

export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const wanted = recordSearch(search)
  const me = await readerOrSignIn(recordAddress('/record', wanted))
  const { inbox, record, settings } = composition()
  const [page, counts] = await Promise.all([
    record.page(me.person, recordQuery(wanted, me.zone)),
    inbox.counts(me.person),
  ])
  if (!page.ok) {
    await sayNothingIsHere()
    return <NotFound host={settings.host} />
  }
  const isVerified = text(search, 'verify') === '1' || page.value.events <= AT_ONCE
  const verified = isVerified ? await record.verify(me.person) : null
  return (
    <ReadersShell me={me} counts={counts} current="record">
      <title>Record · Countersign</title>
      <RecordScreen
        page={page.value}
        search={wanted}
        clock={{ now: new Date().toISOString(), zone: me.zone }}
        verified={verified?.ok === true ? verified.value : null}
      />
    </ReadersShell>
  )
}
