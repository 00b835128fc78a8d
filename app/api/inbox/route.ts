import { composition } from '@/lib/server'
import { json, signedOut } from '../../json'
import { listQuery } from '../../list-query'
import { reader } from '../../reader'

/** One page of the reader's list. Changes nothing, so that HEAD, which Next answers with this, changes nothing either. */
export async function GET(request: Request): Promise<Response> {
  const me = await reader()
  if (me === null) return signedOut()
  const search = Object.fromEntries(new URL(request.url).searchParams)
  return json(200, await composition().inbox.list(me.person, listQuery(search)))
}
