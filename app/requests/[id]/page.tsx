import { WrongAccount } from '@/components/quiet/wrong-account'
import { RequestScreen } from '@/components/request/request-screen'
import { visibleText } from '@/lib/confirmation'
import { composition, type SignedIn } from '@/lib/server'
import { signOut } from '../../actions/sign-out'
import { switchOrganization } from '../../actions/switch-organization'
import { isDocumentLoad, meOf, readerOrSignIn, sayNothingIsHere, visitor } from '../../reader'
import { requestActions } from '../../request-actions'
import { ReadersShell } from '../../shell'

type Props = { params: Promise<{ id: string }> }

export default async function Page({ params }: Props) {
  const { id } = await params
  const path = `/requests/${encodeURIComponent(id)}`
  const me = await readerOrSignIn(path)
  const [shown, counts] = await Promise.all([look(me, id), composition().inbox.counts(me.person)])
  if (shown === null) return <NothingHere me={me} path={path} />
  return (
    <ReadersShell me={me} counts={counts} current="request">
      <title>{`${visibleText(shown.view.title)} · Countersign`}</title>
      <RequestScreen view={shown.view} opened={shown.opened} actions={requestActions} />
    </ReadersShell>
  )
}

/** A document load opens the request, and so mints a token; anything else only reads it, and the browser opens it. */
async function look({ person }: SignedIn, id: string) {
  const { inbox } = composition()
  if (await isDocumentLoad()) {
    const opened = await inbox.open(person, id)
    return opened.ok ? { view: opened.value.view, opened: opened.value } : null
  }
  const view = await inbox.view(person, id)
  return view.ok ? { view: view.value, opened: null } : null
}

/** «Not there» and «not yours», in one answer. Its status is 404 where a status can be seen. */
async function NothingHere({ me, path }: { me: SignedIn; path: string }) {
  await sayNothingIsHere()
  // the same, whatever the link was: all the organizations of this account but the one it works in
  const others = ((await visitor())?.memberships ?? []).filter(({ org }) => org !== me.person.org)
  return (
    <>
      <title>Not for this account · Countersign</title>
      <WrongAccount
        host={composition().settings.host}
        me={meOf(me)}
        signOut={signOut}
        callbackUrl={path}
        others={others}
        switchTo={switchOrganization}
      />
    </>
  )
}
