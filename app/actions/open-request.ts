'use server'
import type { ScreenRefusal } from '@/components/actions'
import type { Opened } from '@/lib/inbox'
import type { Result } from '@/lib/result'
import { composition } from '@/lib/server'
import { reader } from '../reader'
import { failed, signedOut } from './fields'

/** Opens a request inside the app: describes it anew and mints a token. A browser calls it once for each look. */
export async function openRequest(id: unknown): Promise<Result<Opened, ScreenRefusal>> {
  try {
    const me = await reader()
    if (me === null) return { ok: false, error: signedOut }
    return await composition().inbox.open(me.person, typeof id === 'string' ? id : '')
  } catch (error) {
    return { ok: false, error: failed('open_request', error) }
  }
}
