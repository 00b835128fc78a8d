import { deskAddress } from '@/components/desk/desk-address'
import { DESK_ANSWERS, DeskScreen } from '@/components/desk/desk-screen'
import { NotFound } from '@/components/quiet/not-found'
import { composition } from '@/lib/server'
import { assign } from '../actions/assign'
import { remind } from '../actions/remind'
import { deskQuery } from '../desk-query'
import { text } from '../list-query'
import { readerOrSignIn, sayNothingIsHere } from '../reader'
import { ReadersShell } from '../shell'

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> }

export default async function Page({ searchParams }: Props) {
  const search = await searchParams
  const query = deskQuery(search)
  const me = await readerOrSignIn(deskAddress(query))
  const now = new Date()
  const { inbox } = composition()
  const [page, { counts }] = await Promise.all([
    inbox.desk(me.person, query, { zone: me.zone, now }),
    inbox.list(me.person, { view: 'mine' }),
  ])
  if (!page.ok) {
    await sayNothingIsHere()
    return <NotFound host={composition().settings.host} />
  }
  const told = text(search, 'told')
  return (
    <ReadersShell me={me} counts={counts} current="desk">
      <title>Desk · Countersign</title>
      <DeskScreen
        page={page.value}
        query={query}
        me={me.person.id}
        clock={{ now: now.toISOString(), zone: me.zone }}
        answer={isAnswer(told) ? told : null}
        assign={assign}
        remind={remind}
      />
    </ReadersShell>
  )
}

function isAnswer(text: string): text is keyof typeof DESK_ANSWERS {
  return Object.hasOwn(DESK_ANSWERS, text)
}
