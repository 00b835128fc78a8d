import { composition } from '@/lib/server'
import { json, signedOut } from '../../../json'
import { reader } from '../../../reader'

/** A request's page without its confirmation. Mints nothing; «not yours» and «not there» answer the same bytes. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const me = await reader()
  if (me === null) return signedOut()
  const view = await composition().inbox.view(me.person, (await params).id)
  return view.ok ? json(200, view.value) : json(404, { code: 'not_found' })
}
